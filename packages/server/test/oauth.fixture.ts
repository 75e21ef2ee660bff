import type { ChangeFeed, Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createAccessTokens } from '@bridge/identity/oauth/access-token'
import { createOAuth } from '@bridge/identity/oauth/oauth'
import type { RateLimiter } from '@bridge/platform/rate-limit'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { requireDocumentedResponse } from './documented-response.fixture.ts'

const startTime = new Date('2026-03-02T09:00:00Z')

export const redirectUri = 'https://client.example/callback'

/** Creates a clock advancing only on request. */
function createClock() {
  let now = startTime
  return {
    clock: () => now,
    advanceSeconds: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

/** Creates a change feed within one process. */
function createLocalChanges(): ChangeFeed {
  const listeners = new Set<() => void>()
  return {
    publish: async () => {
      for (const listener of listeners) listener()
    },
    subscribe: (_channel, listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isConnected: () => true,
    close: async () => listeners.clear(),
  }
}

/** The configuration for {@link createTestOAuth}, at a loopback address. */
export const testConfig: ServerConfig = {
  ...serverDefaults,
  baseUrl: 'http://localhost:4000',
  machineSecret: 'machine',
  sessionSecret: 'session',
}

const unlimited: RateLimiter = {
  consume: async () => ({ allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }),
}

/** Validates every JSON response against the OpenAPI document. */
function withResponseValidation(app: Hono): Hono {
  const request = app.request
  app.request = async (...args) => {
    const response = await request(...args)
    const [path, { method = 'GET' } = {}] = args
    if (typeof path === 'string' && response.headers.get('content-type')?.startsWith('application/json'))
      requireDocumentedResponse(method, path, response.status, await response.clone().json())
    return response
  }
  return app
}

/** Creates the OAuth endpoints on a database, with a test clock. */
export function createTestOAuth(
  database: Database,
  { changes = createLocalChanges(), ...overrides }: Partial<Parameters<typeof createOAuth>[0]> = {},
) {
  const { clock, advanceSeconds } = createClock()
  const accessTokens = createAccessTokens({ database, changes, clock })
  const services: Parameters<typeof createOAuth>[0] = {
    database,
    changes,
    clock,
    logger: pino({ level: 'silent' }),
    config: testConfig,
    accessTokens,
    connectionNotices: { announce: () => {} },
    outgoing: { send: async () => ({ kind: 'failed', reason: 'connection', detail: 'ECONNREFUSED', ms: 0 }) },
    oauthLimiter: unlimited,
    clientAddress: () => '192.0.2.1',
    sessions: { signedInUser: async () => undefined, challengedUser: async () => undefined },
    findMcpMode: async () => 'read',
    ...overrides,
  }
  return {
    app: withResponseValidation(createOAuth(services)),
    accessTokens,
    clock,
    advanceSeconds,
    database,
    changes,
    config: services.config,
  }
}

let lastRealm = 1_000_000_000_000_000n
function newRealmId() {
  lastRealm += 1n
  return String(lastRealm)
}

/** Creates an organization with one realm and a client redirecting to {@link redirectUri}. */
export async function seedClient(
  database: Database,
  names: { readonly client?: string; readonly org?: string; readonly realm?: string } = {},
) {
  const clientId = mintSecret('svcc_')
  const clientSecret = mintSecret('svcs_')
  const realmId = newRealmId()
  const { id: orgId } = await database.organization.create({
    data: {
      name: names.org ?? 'Rock Castle',
      slug: realmId,
      realms: { create: { id: realmId, name: names.realm ?? 'Rock Castle Construction', kind: 'production' } },
      clients: {
        create: {
          id: clientId,
          name: names.client ?? 'Invoice Robot',
          redirectUris: [redirectUri, 'http://localhost:8000/callback?from=bridge'],
          secretHash: hashSecret(clientSecret),
        },
      },
    },
  })
  return { orgId, realmId, clientId, clientSecret }
}

export type SeededClient = Awaited<ReturnType<typeof seedClient>>

/** Returns the consent page's URL for the client's realm. Undefined parameters are omitted. */
export function authorizeUrl(
  client: SeededClient,
  overrides: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    realm_id: client.realmId,
    state: 's-1',
    ...overrides,
  }
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth2/v1/authorize?${new URLSearchParams(present)}`
}

export function basicAuth({ clientId, clientSecret }: Pick<SeededClient, 'clientId' | 'clientSecret'>) {
  return {
    Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
  }
}

/** Posts a form, with the client's credentials if there is a client. */
export function postForm(app: Hono, path: string, form: Readonly<Record<string, string>>, client?: SeededClient) {
  return app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(client ? basicAuth(client) : {}) },
    body: new URLSearchParams(form).toString(),
  })
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Parses a consent page's hidden fields. */
export function parseHiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
    ]),
  )
}

/** Opens the consent page and submits a decision. */
export async function submitDecision(app: Hono, url: string, decision: 'connect' | 'cancel'): Promise<Response> {
  const page = await app.request(url)
  return postForm(app, '/oauth2/v1/authorize', { ...parseHiddenFields(await page.text()), decision })
}

/** Parses a redirect's query parameters. */
export function parseRedirect(response: Response): Record<string, string> {
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
}

/** Requests a new authorization code. */
export async function requestCode(
  app: Hono,
  client: SeededClient,
  overrides: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code } = parseRedirect(await submitDecision(app, authorizeUrl(client, overrides), 'connect'))
  if (code === undefined) throw new Error('The redirect has no code.')
  return code
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly [field: string]: unknown
}

export function exchangeCode(
  app: Hono,
  client: SeededClient,
  code: string,
  more: Readonly<Record<string, string>> = {},
) {
  return postForm(
    app,
    '/oauth2/v1/tokens',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more },
    client,
  )
}

export function refresh(
  app: Hono,
  client: SeededClient,
  refreshToken: string,
  parameters: Readonly<Record<string, string>> = {},
) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...parameters }
  return postForm(app, '/oauth2/v1/tokens', form, client)
}

export async function readTokens(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`No tokens: ${response.status} ${await response.text()}`)
  return (await response.json()) as Tokens
}

/** Creates a connection and returns its tokens. */
export async function connect(app: Hono, client: SeededClient): Promise<Tokens> {
  return readTokens(await exchangeCode(app, client, await requestCode(app, client)))
}

/** Reads a response's status and `error`. */
export async function readError(response: Response): Promise<[number, string | undefined]> {
  return [response.status, ((await response.json()) as { error?: string }).error]
}
