import { createHash } from 'node:crypto'
import type { Database } from '@bridge/database'
import type { Role } from '@bridge/identity/access/owned'
import { createMcpAuthentication } from '@bridge/identity/oauth/mcp-authentication'
import type { SignedInUser } from '@bridge/identity/sessions/sessions'
import type { OutgoingRequest, OutgoingResult } from '@bridge/platform/outgoing-client'
import { openBrowser, setupConsent } from './consent.fixture.ts'
import { parseHiddenFields, parseRedirect, postForm } from './oauth.fixture.ts'

/** A host's client ID: where its metadata document is. */
export const hostUrl = 'https://host.example/oauth/client.json'

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** The document for a host that listens on the loopback address, or has a callback. */
export const hostDocument = {
  client_id: hostUrl,
  client_name: 'Ledger Assistant',
  redirect_uris: ['https://host.example/callback', 'http://localhost:7777/callback'],
  token_endpoint_auth_method: 'none',
}

type Fields = Readonly<Record<string, string | undefined>>
type SetupOptions = Omit<NonNullable<Parameters<typeof setupConsent>[1]>, 'outgoing'>

/** Sets up the endpoints with an organization, and a host whose document is `documents[hostUrl]`. */
export async function setupHost(database: Database, options: SetupOptions = {}) {
  const documents = new Map<string, string>([[hostUrl, JSON.stringify(hostDocument)]])
  const fetched: OutgoingRequest[] = []
  const headers = { cacheControl: 'no-store' }
  const send = async (request: OutgoingRequest): Promise<OutgoingResult> => {
    fetched.push(request)
    const body = documents.get(request.url)
    if (body === undefined) return { kind: 'failed', reason: 'address', detail: 'The address is not public.', ms: 1 }
    return { kind: 'response', status: 200, body, ms: 1, ...headers }
  }
  const setup = await setupConsent(database, { ...options, outgoing: { send } })
  const { app, client, baseUrl, signIn } = setup
  const resource = `${baseUrl}/mcp/${client.realmId}`
  const { authenticateMcpCaller, refuseScope } = createMcpAuthentication(setup)

  const users = new Map<string, SignedInUser>()
  /** Signs in the organization's member with this role. */
  const findMember = async (role: Role) => {
    const user = users.get(role) ?? (await signIn(role))
    users.set(role, user)
    return user
  }
  const toUrl = (parameters: Fields = {}) => {
    const all = {
      response_type: 'code',
      client_id: hostUrl,
      redirect_uri: 'https://host.example/callback',
      resource,
      state: 's-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    }
    const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/oauth2/v1/authorize?${new URLSearchParams(present)}`
  }
  const open = async (parameters?: Fields, role: Role = 'admin') =>
    openBrowser(app, baseUrl, await findMember(role)).open(toUrl(parameters))
  /** Consents as a member. */
  const consent = async (parameters?: Fields, role: Role = 'admin'): Promise<Consent> => {
    const user = await findMember(role)
    const browser = openBrowser(app, baseUrl, user)
    const page = await browser.open(toUrl(parameters))
    const redirect = await browser.submit(parseHiddenFields(await page.text()))
    return { userId: user.id, code: parseRedirect(redirect).code }
  }
  const post = (form: Fields, path = '/oauth2/v1/tokens') => {
    const all = { client_id: hostUrl, ...form }
    const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return postForm(app, path, Object.fromEntries(present))
  }
  const exchange = (code: string | undefined, form: Fields = {}) =>
    post({
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://host.example/callback',
      code_verifier: verifier,
      resource,
      ...form,
    })
  /** Connects, and returns the tokens with the user who consented. */
  const connectHost = async (parameters?: Fields, role?: Role): Promise<HostTokens> => {
    const { code, userId } = await consent(parameters, role)
    const response = await exchange(code, {
      redirect_uri: parameters?.redirect_uri ?? hostDocument.redirect_uris[0],
    })
    if (response.status !== 200) throw new Error(`No tokens: ${response.status} ${await response.text()}`)
    return { ...((await response.json()) as HostTokens), userId }
  }
  const refresh = (refreshToken: string, form: Fields = {}) =>
    post({ grant_type: 'refresh_token', refresh_token: refreshToken, resource, ...form })
  return {
    ...setup,
    documents,
    fetched,
    headers,
    findMember,
    resource,
    toUrl,
    open,
    consent,
    post,
    exchange,
    connectHost,
    refresh,
    authenticateMcpCaller,
    refuseScope,
  }
}

/** A user's consent, and the code in its redirect. */
interface Consent {
  readonly userId: string
  readonly code: string | undefined
}

/** A host's tokens. */
export interface HostTokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope?: string
  readonly realmId: string
  readonly userId: string
}
