import { connectDatabase, createChangeFeed } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createTestDatabase } from '@bridge/database/testing'
import type { Hono } from 'hono'
import pino from 'pino'
import { type ServerConfig, serverDefaults } from '../src/config.ts'
import { createServer, type ServerOptions } from '../src/create-server.ts'
import { createApiKey } from '../src/provisioning/api-key.ts'
import type { Caller } from '../src/provisioning/caller.ts'
import { requireRole } from '../src/provisioning/membership.ts'
import { createOrganization } from '../src/provisioning/organization.ts'
import type { Role } from '../src/provisioning/owned.ts'
import { createProductionRealm, createSandboxRealm } from '../src/provisioning/realm.ts'
import { sessionCookieName } from '../src/sign-in/auth-address.ts'
import { judgeAnswer } from './conforming-response.fixture.ts'

const baseUrl = 'https://bridge.test'

/** Headers that prove who calls. */
export type Credential = Readonly<Record<string, string>>

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests walk into bodies that they then compare
  readonly body: any
}

/** A whole server over a database of its own, and what a test of the control plane does with it. */
export async function startAdmin({
  config: overrides,
  ...options
}: Partial<Omit<ServerOptions, 'config' | 'database'>> & { readonly config?: Partial<ServerConfig> } = {}) {
  const test = await createTestDatabase()
  const { database } = test
  const changes = createChangeFeed(test.url)
  const config: ServerConfig = {
    ...serverDefaults,
    baseUrl,
    machineSecret: 'machine-secret',
    sessionSecret: 'session-secret',
    ...overrides,
  }
  const logger = pino({ level: 'silent' })
  const server = await createServer({ database, changes, logger, ...options, config })
  const services = { database, clock: options.clock ?? (() => new Date()) }

  const sessionOf = async (userId: string, expires = new Date(Date.now() + 3_600_000)): Promise<Credential> => {
    const token = mintSecret('session_')
    await database.session.create({ data: { userId, sessionToken: hashSecret(token), expires } })
    return { cookie: `${sessionCookieName(config.baseUrl)}=${token}`, origin: config.baseUrl }
  }

  /** A user with a session, and a membership where an organization is named. */
  const person = async (email: string, orgId?: string, role: Role = 'member') => {
    const user = await database.user.create({ data: { email } })
    if (orgId !== undefined) await database.membership.create({ data: { orgId, userId: user.id, role } })
    const caller: Caller = { kind: 'session', userId: user.id }
    return { caller, session: await sessionOf(user.id) }
  }

  /** An organization with its owner, a sandbox and a production realm. */
  const organization = async (email = 'owner@example.com') => {
    const owner = await person(email)
    const org = await createOrganization(services, owner.caller, { name: 'Acme' })
    const sandbox = await createSandboxRealm(services, owner.caller, org.id)
    const production = await createProductionRealm(services, owner.caller, org.id, { name: 'Company' })
    return { ...owner, orgId: org.id, sandboxRealmId: sandbox.id, realmId: production.id }
  }

  /** An API key that the caller made; whatever the caller's role is now. */
  const keyOf = async (caller: Caller, orgId: string): Promise<Credential> => {
    const { userId } = caller
    const { role } = await database.membership.findUniqueOrThrow({ where: { orgId_userId: { orgId, userId } } })
    const setRole = (to: Role) =>
      database.membership.update({ where: { orgId_userId: { orgId, userId } }, data: { role: to } })
    await setRole('owner')
    const owned = await requireRole(services, caller, 'org', orgId, 'admin')
    const { key } = await createApiKey(services, caller, owned.orgId, { name: 'Key' })
    await setRole(role)
    return { 'x-api-key': key }
  }

  const callOn = async (app: Hono, route: string, credential: Credential, sent: unknown): Promise<Answered> => {
    const [method = '', path = ''] = route.split(' ')
    const body = typeof sent === 'string' || sent === undefined ? sent : JSON.stringify(sent)
    const answer = await app.request(`/admin/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credential },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    const answered = text.startsWith('{') ? JSON.parse(text) : undefined
    judgeAnswer(method, `/admin/v1${path}`, answer.status, answered)
    return { status: answer.status, headers: answer.headers, text, body: answered }
  }

  /** `GET /realms?orgId=…`, below `/admin/v1`; a text is sent as it is. */
  const call = (route: string, credential: Credential = {}, sent?: unknown) =>
    callOn(server.app, route, credential, sent)

  /** Another server over the same database, with connections of its own. */
  const startAnother = async () => {
    const own = connectDatabase(test.url)
    const another = await createServer({ ...options, database: own, changes, logger, config })
    return {
      call: (route: string, credential: Credential = {}, sent?: unknown) =>
        callOn(another.app, route, credential, sent),
      async stop() {
        await another.close()
        await own.$disconnect()
      },
    }
  }

  return {
    ...server,
    url: test.url,
    database,
    services,
    config,
    sessionOf,
    person,
    organization,
    keyOf,
    call,
    startAnother,
    async stop() {
      await server.close()
      await changes.close()
      await test.drop()
    },
  }
}

export type TestAdmin = Awaited<ReturnType<typeof startAdmin>>
