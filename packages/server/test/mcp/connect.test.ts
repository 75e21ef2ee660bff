import { sessionCookieName } from '@bridge/identity/sessions/session-cookie'
import type { OutgoingRequest, OutgoingResult } from '@bridge/platform/outgoing-client'
import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'
import { openBrowser, readLinks } from '../consent.fixture.ts'
import { hostDocument, hostUrl } from '../mcp-client.fixture.ts'
import { parseHiddenFields, parseRedirect } from '../oauth.fixture.ts'

let admin: TestAdmin
let owner: Awaited<ReturnType<TestAdmin['organization']>>
const redirectUrl = 'http://localhost:3118/callback'

beforeAll(async () => {
  // The first call creates the sample company, which takes long on a busy machine.
  admin = await startAdmin({ outgoing: { send: sendDocument }, config: { agentTimeoutMs: 300_000 } })
  owner = await admin.organization()
})
afterAll(() => admin.stop())

async function sendDocument({ url }: OutgoingRequest): Promise<OutgoingResult> {
  if (url !== hostUrl) throw new Error(`Not expected: ${url}`)
  return { kind: 'response', status: 200, body: JSON.stringify(hostDocument), ms: 1, cacheControl: 'no-store' }
}

interface Stored {
  client?: StoredOAuthClientInformation
  discovery?: OAuthDiscoveryState
  tokens?: StoredOAuthTokens
  verifier?: string
  opened?: URL
}

/** A host's memory: tokens, and the address that it opened in the user's browser. */
function createHost() {
  const stored: Stored = {}
  const save =
    <Name extends keyof Stored>(name: Name) =>
    (value: Stored[Name]) => {
      stored[name] = value
    }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadataUrl: hostUrl,
    clientMetadata: { client_name: 'Ledger Assistant', redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: save('client'),
    discoveryState: () => stored.discovery,
    saveDiscoveryState: save('discovery'),
    state: () => 'state-1',
    tokens: () => stored.tokens,
    saveTokens: save('tokens'),
    redirectToAuthorization: save('opened'),
    saveCodeVerifier: save('verifier'),
    codeVerifier: () => stored.verifier ?? '',
  }
  return { stored, provider }
}

async function fetchFromApp(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  return admin.app.fetch(new Request(url, init))
}

/**
 * Chooses the company file if the page asks for it, consents with the user's session on the page that the host opened,
 * and returns the parameters for the host.
 */
async function consent(opened: URL | undefined, session: Credential, realmId: string) {
  const browser = openBrowser(admin.app, admin.config.baseUrl)
  const [name, value] = (session.cookie ?? '').split('=', 2)
  expect(name).toBe(sessionCookieName(admin.config.baseUrl))
  browser.cookies.set(name ?? '', value ?? '')
  const first = await browser.open(`${opened?.pathname}${opened?.search}`)
  const choice = (await readLinks(first.clone())).find(({ href }) => href.endsWith(`realm_id=${realmId}`))
  const page = choice ? await browser.open(`/oauth2/v1/${choice.href}`) : first
  const text = await page.text()
  expect([page.status, text.includes('Ledger Assistant'), text.includes('host.example')]).toEqual([200, true, true])
  const redirect = await browser.submit(parseHiddenFields(text))
  expect(redirect.headers.get('location')).toMatch(new RegExp(`^${redirectUrl}`))
  return parseRedirect(redirect)
}

async function connect(realmId: string, era: 'modern' | 'legacy', path = `/mcp/${realmId}`) {
  const url = new URL(`${admin.config.baseUrl}${path}`)
  const { stored, provider } = createHost()
  const open = () => {
    const client = new Client(
      { name: 'Ledger Assistant', version: '1' },
      { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
    )
    return {
      client,
      transport: new StreamableHTTPClientTransport(url, { authProvider: provider, fetch: fetchFromApp }),
    }
  }
  const first = open()
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError)
  const { code: authorizationCode = '', iss } = await consent(stored.opened, owner.session, realmId)
  expect(await auth(provider, { serverUrl: url, authorizationCode, iss, fetchFn: fetchFromApp })).toBe('AUTHORIZED')
  const { client, transport } = open()
  await client.connect(transport)
  return { client, stored }
}

describe('a host that knows the address only', () => {
  it.each(['modern', 'legacy'] as const)('connects and reads, in the %s era', async (era) => {
    const { client } = await connect(owner.sandboxRealmId, era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('company_overview')
    const { structuredContent, isError } = await client.callTool({ name: 'company_overview', arguments: {} })
    expect([isError, structuredContent]).toMatchObject([undefined, { company: { CompanyName: 'Sandbox Company' } }])
    await client.close()
  })

  it.each(['modern', 'legacy'] as const)(
    'connects to a company file that its user chooses, in the %s era',
    async (era) => {
      const { client, stored } = await connect(owner.sandboxRealmId, era, '/mcp')
      const { structuredContent } = await client.callTool({ name: 'company_overview', arguments: {} })
      expect(structuredContent).toMatchObject({ realmId: owner.sandboxRealmId })
      await client.close()
      const post = async (path: string) => {
        const headers = { authorization: `Bearer ${stored.tokens?.access_token}`, 'content-type': 'application/json' }
        return (await admin.app.request(path, { method: 'POST', headers, body: '{}' })).status
      }
      expect([
        await post('/mcp'),
        await post(`/mcp/${owner.sandboxRealmId}`),
        await post(`/mcp/${owner.realmId}`),
      ]).toEqual([400, 400, 401])
    },
  )

  it('has a token that /v3 refuses, and none for another company file', async () => {
    const { client, stored } = await connect(owner.sandboxRealmId, 'modern')
    await client.close()
    const headers = { authorization: `Bearer ${stored.tokens?.access_token}`, 'content-type': 'application/json' }
    const { sandboxRealmId, realmId } = owner
    const read = await admin.app.request(`/v3/company/${sandboxRealmId}/companyinfo/${sandboxRealmId}`, { headers })
    const other = await admin.app.request(`/mcp/${realmId}`, { method: 'POST', headers, body: '{}' })
    expect([read.status, other.status]).toEqual([401, 401])
  })
})
