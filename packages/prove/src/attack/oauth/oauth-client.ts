import { redirectUri, type Tenant } from '@bridge/harness/create-tenant'
import type { ClientCredentials, Issued } from '@bridge/server/testing/oauth-attacks'
import { z } from 'zod'
import { findHeader, type Reply } from '../target/reply.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import type { Target } from '../target/start-target.ts'

type Fields = Readonly<Record<string, string>>

/** The OAuth endpoints as used by an organization's client and its owner's browser. */
export interface OAuthClient extends ClientCredentials {
  /** Opens the consent page. */
  openConsent(parameters?: Fields, more?: readonly (readonly [string, string])[]): Promise<Reply>
  /** Submits the page's form, with further headers. */
  submitConsent(page: Reply, headers?: Fields, fields?: Fields): Promise<Reply>
  /** Connects, and returns the redirect's code. */
  getCode(parameters?: Fields): Promise<string>
  exchange(code: string, fields?: Fields): Promise<Reply>
  refresh(refreshToken: string, fields?: Fields): Promise<Reply>
  /** Connects, exchanges the code, and gets a second code. */
  connect(): Promise<Issued>
  /** Posts a form, by default with the client's credentials as Basic. */
  post(path: string, form: Fields | string, headers?: Fields): Promise<Reply>
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Opens the endpoints for an organization's client and a user; by default, its owner. */
export function openOAuthClient(
  { send, origin }: Target,
  { client, productionId, members }: Pick<Tenant, 'client' | 'productionId' | 'members'>,
  session = members.owner.session,
): OAuthClient {
  const credentials = { clientId: client.id, clientSecret: client.secret }
  const cookie = `${sessionCookie}=${session}`
  const post: OAuthClient['post'] = (path, form, headers = basicOf(`${client.id}:${client.secret}`)) =>
    send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    })
  const openConsent: OAuthClient['openConsent'] = (parameters = {}, more = []) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUri,
      realm_id: productionId,
      state: 's-1',
      ...parameters,
    })
    for (const [name, value] of more) query.append(name, value)
    return send({ method: 'GET', path: `/oauth2/v1/authorize?${query}`, headers: { cookie } })
  }
  const submitConsent: OAuthClient['submitConsent'] = (page, headers = {}, fields = {}) => {
    const [consentCookie = ''] = findHeader(page, 'set-cookie')?.split(';', 1) ?? []
    return post(
      '/oauth2/v1/authorize',
      { ...parseHiddenFields(page.body), decision: 'connect', ...fields },
      { cookie: `${cookie}; ${consentCookie}`, origin, ...headers },
    )
  }
  const getCode: OAuthClient['getCode'] = async (parameters) => {
    const redirect = await submitConsent(await openConsent(parameters))
    const code = new URL(findHeader(redirect, 'location') ?? origin).searchParams.get('code')
    if (code === null) throw new Error(`There is no code: ${redirect.status} ${redirect.body}`)
    return code
  }
  const exchange: OAuthClient['exchange'] = (code, fields = {}) =>
    post('/oauth2/v1/tokens', { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields })
  return {
    ...credentials,
    openConsent,
    submitConsent,
    getCode,
    exchange,
    refresh: (refreshToken, fields = {}) =>
      post('/oauth2/v1/tokens', { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }),
    connect: async () => ({ ...parseTokens(await exchange(await getCode())), code: await getCode() }),
    post,
  }
}

/** @throws {Error} unless the response has tokens */
export function parseTokens({ status, body }: Reply) {
  const parsed = status === 200 ? tokens.safeParse(JSON.parse(body)) : undefined
  if (!parsed?.success) throw new Error(`There are no tokens: ${status} ${body}`)
  return parsed.data
}

/** Returns the Basic credentials header. */
export function basicOf(userAndPassword: string) {
  return { authorization: `Basic ${btoa(userAndPassword)}` }
}

const entities: Fields = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function parseHiddenFields(page: string): Fields {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
    ]),
  )
}
