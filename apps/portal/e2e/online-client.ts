import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import OAuthClient from 'intuit-oauth'
import QuickBooks from 'node-quickbooks'
import { expect, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'

// The two client libraries are used as they are published; only their addresses point here.

export interface Entity {
  readonly Id: string
  readonly SyncToken: string
  readonly [member: string]: unknown
}
export type Answer = { readonly QueryResponse: Readonly<Record<string, unknown>> }

/** Calls a method of node-quickbooks by its name. */
export type Call = (method: string, ...parameters: unknown[]) => Promise<unknown>

type RealmKind = 'sandbox' | 'production'

export function realmOf(kind: RealmKind): string {
  const { sandboxRealmId, productionRealmId } = quickstart()
  return kind === 'sandbox' ? sandboxRealmId : productionRealmId
}

/** node-quickbooks with its callback methods as promises; a fault rejects with the body that the service sent. */
export function quickBooksClient(realmId: string, accessToken: string, refreshToken: string): Call {
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
  return (method, ...parameters) => {
    const found = methods[method]
    if (found === undefined) throw new Error(`node-quickbooks has no method ${method}`)
    return (promisify(found.bind(client)) as (...given: unknown[]) => Promise<unknown>)(...parameters)
  }
}

export function oauthClient(): OAuthClient {
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

/** Where a browser goes to connect a realm. */
export function authorizeUrlOf(oauth: OAuthClient, realmId: string, state: string): string {
  return `${oauth.authorizeUri({ scope: ['com.intuit.quickbooks.accounting'], state })}&realm_id=${realmId}`
}

/** Answers the redirect that ends the consent, as an integration's own server does. */
async function listenForRedirect(redirectUri: string) {
  const { port, hostname } = new URL(redirectUri)
  const server = createServer((_request, response) => response.end('Connected. You may close this page.'))
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  expect((server.address() as AddressInfo).port).toBe(Number(port))
  return () => new Promise((resolve) => server.close(resolve))
}

/** Goes through the consent page in the browser; gives the address that the browser was sent back to. */
export async function consent(page: Page, authorizeUrl: string, button: 'Connect' | 'Cancel'): Promise<string> {
  const { redirectUri } = quickstart()
  const stop = await listenForRedirect(redirectUri)
  try {
    await page.goto(authorizeUrl)
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL((url) => url.href.startsWith(redirectUri))
    return page.url()
  } finally {
    await stop()
  }
}

/** Connects a realm through the consent page: node-quickbooks with its token, and the token for what that lacks. */
export async function connect(page: Page, realmId: string): Promise<{ readonly call: Call; readonly token: string }> {
  const oauth = oauthClient()
  await oauth.createToken(await consent(page, authorizeUrlOf(oauth, realmId, 'state'), 'Connect'))
  const { access_token: token, refresh_token: refreshToken } = oauth.getToken() as unknown as Record<string, string>
  return { call: quickBooksClient(realmId, String(token), String(refreshToken)), token: String(token) }
}

/** The response of an HTTP error, in either library's form; undefined where the call succeeds. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ readonly status?: number; readonly data?: unknown } | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    type Refusal = { status?: number; data?: unknown }
    const seen = error as { response?: Refusal; authResponse?: { response?: Refusal } }
    const refusal = seen.response ?? seen.authResponse?.response
    if (refusal === undefined) throw error
    return refusal
  }
}
