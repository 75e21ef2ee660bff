import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RealmId } from '@bridge/agent-protocol'
import { productionRealmId, sandboxRealmId } from '@bridge/data-plane/testing/realm-ids'
import { connectDatabase, createChangeFeed } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { createTestDatabase, watchStatements } from '@bridge/database/testing'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import pino from 'pino'
import { createServer, type ServerOptions } from '../src/create-server.ts'
import { createTestClock } from './clock.fixture.ts'
import { requireConformingExchanges } from './conforming-exchanges.fixture.ts'
import { requireDocumentedResponse } from './documented-response.fixture.ts'
import { openCompanyFiles } from './local-sandboxes.fixture.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests access the fields of bodies that they compare
  readonly body: any
}

export interface TestRequest {
  readonly method?: string
  readonly json?: unknown
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  readonly token?: string
}

export { productionRealmId, sandboxRealmId }

const never = new Date('2100-01-01T00:00:00Z')

/**
 * Starts a server with a new database, an organization with two realms, a client, and a token for each realm. Its exchanges
 * are recorded and checked.
 */
export async function startBridge({
  config: overrides,
  onQuery,
  sandboxBooks = 'sample',
  clock = createTestClock(),
  findServerUrl,
  ...options
}: Partial<Omit<ServerOptions, 'config' | 'database'>> & {
  readonly config?: Partial<ServerConfig>
  /** Called for each statement sent to a database by this process, with its text. */
  readonly onQuery?: (text: string) => void
  /** Returns another database address for the server, also for its sandboxes. */
  readonly findServerUrl?: (url: string) => Promise<string>
  /** The sandbox's template; empty books are faster. */
  readonly sandboxBooks?: 'sample' | 'trading' | 'empty'
} = {}) {
  const test = await createTestDatabase()
  const { database } = test
  const serverUrl = await findServerUrl?.(test.url)
  const ofServer = serverUrl === undefined ? database : connectDatabase(serverUrl)
  const endWatch = onQuery && watchStatements(({ text }) => onQuery(text))
  const changes = createChangeFeed(serverUrl ?? test.url)
  const wireTraceDir = await mkdtemp(join(tmpdir(), 'bridge-wire-'))
  const config: ServerConfig = {
    ...serverDefaults,
    wireTraceDir,
    baseUrl: 'https://bridge.test',
    machineSecret: 'machine-secret',
    sessionSecret: 'session-secret',
    ...overrides,
  }
  const bridge = await createServer({
    database: ofServer,
    sandboxFiles: openCompanyFiles({ database: ofServer, clock, config }),
    changes,
    logger: pino({ level: 'silent' }),
    ...options,
    clock,
    config,
  })
  const org = await database.organization.create({
    data: {
      name: 'Acme',
      slug: 'acme',
      realms: {
        create: [
          {
            id: sandboxRealmId,
            name: 'Sandbox',
            kind: 'sandbox',
            ...(sandboxBooks !== 'sample' && { sandboxCompany: { create: { template: sandboxBooks } } }),
          },
          { id: productionRealmId, name: 'Acme Ltd', kind: 'production' },
        ],
      },
      clients: { create: { id: 'svcc_test', name: 'App', redirectUris: ['https://app.test/cb'], secretHash: 'none' } },
    },
  })

  const mintToken = async (realm: RealmId, expiresAt = never) => {
    const token = mintSecret('test_')
    const connection = await database.connection.create({
      data: {
        clientId: 'svcc_test',
        realmId: realm,
        scope: 'com.intuit.quickbooks.accounting',
        accessTokens: { create: { tokenHash: hashSecret(token), expiresAt } },
      },
    })
    return { token, connectionId: connection.id }
  }
  const { token: sandboxToken } = await mintToken(sandboxRealmId)
  const { token: productionToken } = await mintToken(productionRealmId)

  /** Sends a request to a path below `/v3/company/{sandbox realm}`, or to a whole path, and checks the response. */
  const call = async (path: string, sent: TestRequest = {}): Promise<TestResponse> => {
    const { json, text, headers, token = sandboxToken } = sent
    const body = json === undefined ? text : JSON.stringify(json)
    const method = sent.method ?? (body === undefined ? 'GET' : 'POST')
    const wholePath = path.startsWith('/v3') ? path : `/v3/company/${sandboxRealmId}${path}`
    const response = await bridge.app.request(wholePath, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const received = await response.text()
    const parsed = received.startsWith('{') ? JSON.parse(received) : received
    requireDocumentedResponse(method, wholePath, response.status, parsed)
    return { status: response.status, headers: response.headers, body: parsed }
  }
  const production = {
    /** Sends a request to a path below `/v3/company/{production realm}`, and checks the response. */
    call: (path: string, sent: TestRequest = {}): Promise<TestResponse> =>
      call(`/v3/company/${productionRealmId}${path}`, { token: productionToken, ...sent }),
  }

  return {
    ...bridge,
    clock,
    database,
    /** The database URL. */
    url: test.url,
    config,
    org,
    sandboxToken,
    productionToken,
    mintToken,
    call,
    production,
    /** Stops everything and checks the recorded exchanges. */
    async stop() {
      await bridge.close()
      await changes.close()
      if (ofServer !== database) await ofServer.$disconnect()
      await test.drop()
      endWatch?.()
      await requireConformingExchanges(wireTraceDir, sandboxRealmId)
      await rm(wireTraceDir, { recursive: true })
    },
  }
}

export type TestBridge = Awaited<ReturnType<typeof startBridge>>

/** Returns a fault's status, code and element. */
export function getFault({ status, body }: TestResponse) {
  return {
    status,
    code: body?.Fault?.Error?.[0]?.code,
    ...(body?.Fault?.Error?.[0]?.element === undefined ? {} : { element: body.Fault.Error[0].element }),
  }
}
