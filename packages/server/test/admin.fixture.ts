import { createApiKey } from '@bridge/control-plane/provisioning/api-key'
import { createOrganization } from '@bridge/control-plane/provisioning/organization'
import { createProductionRealm, createSandboxRealm } from '@bridge/control-plane/provisioning/realm'
import { connectDatabase, createChangeFeed } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createTestDatabase } from '@bridge/database/testing'
import type { Caller } from '@bridge/identity/access/caller'
import { requireRole } from '@bridge/identity/access/membership'
import type { Role } from '@bridge/identity/access/owned'
import { sessionCookieName } from '@bridge/identity/sessions/session-cookie'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import type { Hono } from 'hono'
import pino from 'pino'
import { createServer, type ServerOptions } from '../src/create-server.ts'
import { createTestClock } from './clock.fixture.ts'
import { requireDocumentedResponse } from './documented-response.fixture.ts'
import { openCompanyFiles } from './local-sandboxes.fixture.ts'

const baseUrl = 'https://bridge.test'

/** Headers with a session or an API key. */
export type Credential = Readonly<Record<string, string>>

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests walk into bodies that they then compare
  readonly body: any
}

/** Starts a server over its own database for control plane tests. */
export async function startAdmin({
  config: overrides,
  clock = createTestClock(),
  findServerUrl,
  ...others
}: Partial<Omit<ServerOptions, 'config' | 'database'>> & {
  readonly config?: Partial<ServerConfig>
  /** Returns another database address for the server. */
  readonly findServerUrl?: ((url: string) => Promise<string>) | undefined
} = {}) {
  const test = await createTestDatabase()
  const { database } = test
  const serverUrl = await findServerUrl?.(test.url)
  const ofServer = serverUrl === undefined ? database : connectDatabase(serverUrl)
  const changes = createChangeFeed(serverUrl ?? test.url)
  const config: ServerConfig = {
    ...serverDefaults,
    baseUrl,
    machineSecret: 'machine-secret',
    sessionSecret: 'session-secret',
    ...overrides,
  }
  const options = {
    sandboxFiles: openCompanyFiles({ database: ofServer, clock, config }),
    ...others,
    clock,
  }
  const logger = pino({ level: 'silent' })
  const server = await createServer({ database: ofServer, changes, logger, ...options, config })
  const services = { database, clock }

  const createSession = async (
    userId: string,
    expires = new Date(clock().getTime() + 3_600_000),
  ): Promise<Credential> => {
    const token = mintSecret('session_')
    const createdAt = clock()
    await database.session.create({
      data: { userId, sessionToken: hashSecret(token), expires, createdAt, lastSeenAt: createdAt, provenAt: createdAt },
    })
    return { cookie: `${sessionCookieName(config.baseUrl)}=${token}`, origin: config.baseUrl }
  }

  /** Creates a user with a session, and a membership if there is an organization. */
  const person = async (email: string, orgId?: string, role: Role = 'member') => {
    const user = await database.user.create({ data: { email } })
    if (orgId !== undefined) {
      await database.membership.create({ data: { orgId, userId: user.id, role, createdAt: clock() } })
    }
    const caller: Caller = { kind: 'session', userId: user.id }
    return { caller, session: await createSession(user.id) }
  }

  /** Creates an organization with its owner, a sandbox and a production realm. */
  const organization = async (email = 'owner@example.com') => {
    const owner = await person(email)
    const org = await createOrganization(services, owner.caller, { name: 'Acme' })
    const sandbox = await createSandboxRealm(services, owner.caller, org.id)
    const production = await createProductionRealm(services, owner.caller, org.id, { name: 'Company' })
    return { ...owner, orgId: org.id, sandboxRealmId: sandbox.id, realmId: production.id }
  }

  /** Creates an API key, whatever the caller's role is. */
  const createKey = async (caller: Caller, orgId: string): Promise<Credential> => {
    const { userId } = caller
    const { role } = await database.membership.findUniqueOrThrow({ where: { orgId_userId: { orgId, userId } } })
    const setRole = (to: Role) =>
      database.membership.update({ where: { orgId_userId: { orgId, userId } }, data: { role: to } })
    await setRole('owner')
    const owned = await requireRole(services, caller, { resource: 'org', id: orgId, role: 'admin' })
    const { key } = await createApiKey(services, caller, owned.orgId, { name: 'Key' })
    await setRole(role)
    return { 'x-api-key': key }
  }

  const callOn = async (app: Hono, route: string, credential: Credential, sent: unknown): Promise<TestResponse> => {
    const [method = '', path = ''] = route.split(' ')
    const body = typeof sent === 'string' || sent === undefined ? sent : JSON.stringify(sent)
    const response = await app.request(`/admin/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credential },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const parsed = text.startsWith('{') ? JSON.parse(text) : undefined
    requireDocumentedResponse(method, `/admin/v1${path}`, response.status, parsed)
    return { status: response.status, headers: response.headers, text, body: parsed }
  }

  /** Sends a request such as `GET /realms?orgId=…` below `/admin/v1`. Text is sent as is. */
  const call = (route: string, credential: Credential = {}, sent?: unknown) =>
    callOn(server.app, route, credential, sent)

  /** Starts another server over the same database. */
  const startSecondServer = async (others: Partial<ServerConfig> = {}) => {
    const own = connectDatabase(test.url)
    const another = await createServer({
      ...options,
      database: own,
      changes,
      logger,
      config: { ...config, ...others },
    })
    return {
      app: another.app,
      call: (route: string, credential: Credential = {}, sent?: unknown) =>
        callOn(another.app, route, credential, sent),
      runJob: () => another.billing.runJob(),
      async stop() {
        await another.close()
        await own.$disconnect()
      },
    }
  }

  return {
    ...server,
    url: test.url,
    changes,
    clock,
    database,
    services,
    logger,
    config,
    createSession,
    person,
    organization,
    createKey,
    call,
    startSecondServer,
    async stop() {
      await server.close()
      await changes.close()
      if (ofServer !== database) await ofServer.$disconnect()
      await test.drop()
    },
  }
}

export type TestAdmin = Awaited<ReturnType<typeof startAdmin>>
