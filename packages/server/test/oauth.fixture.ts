import type { ChangeFeed, Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { defaultLimits, type ServerConfig } from '../src/config.ts'
import type { RateLimiter } from '../src/http/rate-limit.ts'
import { createAccessTokens } from '../src/oauth/access-token.ts'
import { createOAuth, type OAuthDependencies } from '../src/oauth/oauth.ts'
import { judgeAnswer } from './conforming-response.fixture.ts'

/** The moment at which the tests of this folder begin. */
const startTime = new Date('2026-03-02T09:00:00Z')

export const redirectUri = 'https://client.example/callback'

/** A clock that stands still until it is told. */
function createClock() {
  let now = startTime
  return {
    clock: () => now,
    passSeconds: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

/** A change feed within one process. */
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
    close: async () => listeners.clear(),
  }
}

const config: ServerConfig = {
  ...defaultLimits,
  baseUrl: 'https://bridge.example',
  machineSecret: 'machine',
  sessionSecret: 'session',
  consentRequiresSignIn: false,
  billingEnforced: false,
  trustProxy: false,
}

/** Lets everybody through. */
const unlimited: RateLimiter = { consume: async () => ({ allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }) }

/** The same surface, each of whose JSON answers is held against the OpenAPI document. */
function judged(app: Hono): Hono {
  const request = app.request
  app.request = async (...asked) => {
    const answer = await request(...asked)
    const [path, { method = 'GET' } = {}] = asked
    if (typeof path === 'string' && answer.headers.get('content-type')?.startsWith('application/json'))
      judgeAnswer(method, path, answer.status, await answer.clone().json())
    return answer
  }
  return app
}

/** The OAuth surface on this database, with a clock to move; its answers are judged. */
export function openOAuth(
  database: Database,
  {
    changes = createLocalChanges(),
    requireSignIn = false,
    ...replaced
  }: Partial<OAuthDependencies> & { readonly requireSignIn?: boolean } = {},
) {
  const { clock, passSeconds } = createClock()
  const accessTokens = createAccessTokens({ database, changes, clock })
  const dependencies: OAuthDependencies = {
    database,
    changes,
    clock,
    logger: pino({ level: 'silent' }),
    config: { ...config, consentRequiresSignIn: requireSignIn },
    accessTokens,
    rateLimiter: unlimited,
    clientAddress: () => '192.0.2.1',
    ...replaced,
  }
  return { app: judged(createOAuth(dependencies)), accessTokens, clock, passSeconds, database, changes }
}

let lastRealm = 1_000_000_000_000_000n
function newRealmId() {
  lastRealm += 1n
  return String(lastRealm)
}

/** An organization with one realm and one client that may redirect to {@link redirectUri}. */
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

/** The address of the consent page for the client's own realm, with parameters replaced or (undefined) left out. */
export function authorizeUrl(
  client: SeededClient,
  replaced: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    realm_id: client.realmId,
    state: 's-1',
    ...replaced,
  }
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth2/v1/authorize?${new URLSearchParams(present)}`
}

export function basic({ clientId, clientSecret }: Pick<SeededClient, 'clientId' | 'clientSecret'>) {
  return {
    Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
  }
}

/** Posts a form, as the client where one is given. */
export function postForm(app: Hono, path: string, form: Readonly<Record<string, string>>, client?: SeededClient) {
  return app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(client ? basic(client) : {}) },
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

/** The hidden fields of a consent page. */
export function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
    ]),
  )
}

/** Opens the consent page and presses a button. */
export async function decide(app: Hono, url: string, decision: 'connect' | 'cancel'): Promise<Response> {
  const page = await app.request(url)
  return postForm(app, '/oauth2/v1/authorize', { ...hiddenFields(await page.text()), decision })
}

/** The parameters that the redirect of a response carries. */
export function redirectParameters(response: Response): Record<string, string> {
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
}

/** A fresh authorization code. */
export async function obtainCode(
  app: Hono,
  client: SeededClient,
  replaced: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code } = redirectParameters(await decide(app, authorizeUrl(client, replaced), 'connect'))
  if (code === undefined) throw new Error('The consent gave no code.')
  return code
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly [member: string]: unknown
}

export function exchange(app: Hono, client: SeededClient, code: string, more: Readonly<Record<string, string>> = {}) {
  return postForm(
    app,
    '/oauth2/v1/tokens',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more },
    client,
  )
}

export function refresh(app: Hono, client: SeededClient, refreshToken: string) {
  return postForm(app, '/oauth2/v1/tokens', { grant_type: 'refresh_token', refresh_token: refreshToken }, client)
}

export async function tokensOf(response: Response): Promise<Tokens> {
  if (response.status !== 200) throw new Error(`No tokens: ${response.status} ${await response.text()}`)
  return (await response.json()) as Tokens
}

/** A fresh connection's first tokens. */
export async function connect(app: Hono, client: SeededClient): Promise<Tokens> {
  return tokensOf(await exchange(app, client, await obtainCode(app, client)))
}
