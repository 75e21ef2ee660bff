import { createServer } from 'node:http'
import { promisify } from 'node:util'
import type { RealmId } from '@bridge/agent-protocol'
import OAuthClient from 'intuit-oauth'
import QuickBooks from 'node-quickbooks'
import { expect, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'

// Both client libraries are used as published. Only their URLs point to this service.

export interface Entity {
  readonly Id: string
  readonly SyncToken: string
  readonly [field: string]: unknown
}
export type QueryResult = { readonly QueryResponse: Readonly<Record<string, unknown>> }

/** Calls a node-quickbooks method by name. */
export type LibraryCall = (method: string, ...parameters: unknown[]) => Promise<unknown>

type RealmKind = 'sandbox' | 'production'

export function getRealmId(kind: RealmKind): RealmId {
  const { sandboxRealmId, productionRealmId } = quickstart()
  return kind === 'sandbox' ? sandboxRealmId : productionRealmId
}

/** Wraps node-quickbooks in promises. A fault rejects with the response body. */
export function createQuickBooksClient(realmId: RealmId, accessToken: string, refreshToken: string): LibraryCall {
  const { baseUrl, clientId, clientSecret } = quickstart()
  Object.assign(QuickBooks, {
    V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/`,
    TOKEN_URL: `${baseUrl}/oauth2/v1/tokens`,
    REVOKE_URL: `${baseUrl}/oauth2/v1/revoke`,
  })
  const client = new QuickBooks(
    clientId,
    clientSecret,
    accessToken,
    false,
    realmId,
    true,
    false,
    null,
    '2.0',
    refreshToken,
  )
  const methods = client as unknown as Record<string, ((...parameters: unknown[]) => void) | undefined>
  return (name, ...parameters) => {
    const method = methods[name]
    if (method === undefined) throw new Error(`node-quickbooks has no method ${name}`)
    return (promisify(method.bind(client)) as (...args: unknown[]) => Promise<unknown>)(...parameters)
  }
}

export function createOAuthClient(): OAuthClient {
  const { baseUrl, clientId, clientSecret, redirectUri } = quickstart()
  const client = new OAuthClient({ clientId, clientSecret, environment: 'sandbox', redirectUri })
  Object.assign(OAuthClient, {
    authorizeEndpoint: `${baseUrl}/oauth2/v1/authorize`,
    tokenEndpoint: `${baseUrl}/oauth2/v1/tokens`,
    revokeEndpoint: `${baseUrl}/oauth2/v1/revoke`,
  })
  Object.assign(OAuthClient.environment, { sandbox: `${baseUrl}/` })
  return client
}

export function getAuthorizeUrl(oauth: OAuthClient, realmId: RealmId, state: string): string {
  return `${oauth.authorizeUri({ scope: ['com.intuit.quickbooks.accounting'], state })}&realm_id=${realmId}`
}

/** Serves the redirect URI, as an integration's server does. Waits while another test process serves it. */
async function serveRedirectUri(redirectUri: string) {
  const { port, hostname } = new URL(redirectUri)
  const server = createServer((_request, response) => response.end('Connected. You can close this page.'))
  const listen = () =>
    new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(Number(port), hostname, () => resolve(true))
    })
  await expect.poll(listen).toBe(true)
  return () => new Promise((resolve) => server.close(resolve))
}

/** Submits the consent page and returns the redirect's URL. */
export async function submitConsent(page: Page, authorizeUrl: string, button: 'Connect' | 'Cancel'): Promise<string> {
  const { redirectUri } = quickstart()
  const stop = await serveRedirectUri(redirectUri)
  try {
    await page.goto(authorizeUrl)
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL((url) => url.href.startsWith(redirectUri))
    return page.url()
  } finally {
    await stop()
  }
}

/** Connects a realm through the consent page. Returns node-quickbooks and the token, for calls missing in the library. */
export async function connect(
  page: Page,
  realmId: RealmId,
): Promise<{ readonly call: LibraryCall; readonly token: string }> {
  const oauth = createOAuthClient()
  await oauth.createToken(await submitConsent(page, getAuthorizeUrl(oauth, realmId, 'state'), 'Connect'))
  const { access_token: token, refresh_token: refreshToken } = oauth.getToken() as unknown as Record<string, string>
  return { call: createQuickBooksClient(realmId, String(token), String(refreshToken)), token: String(token) }
}

/** Returns an HTTP error's response, whichever library threw it; undefined if the call succeeds. */
export async function findErrorResponse(
  call: Promise<unknown>,
): Promise<{ readonly status?: number; readonly data?: unknown } | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    type ErrorResponse = { status?: number; data?: unknown }
    const thrown = error as { response?: ErrorResponse; authResponse?: { response?: ErrorResponse } }
    const response = thrown.response ?? thrown.authResponse?.response
    if (response === undefined) throw error
    return response
  }
}
