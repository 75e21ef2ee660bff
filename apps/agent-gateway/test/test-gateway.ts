import { randomInt } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createGatewayDesktop } from '@bridge/data-plane/desktop/gateway-desktop'
import { type ChangeFeed, createChangeFeed, type Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { TestDatabase } from '@bridge/database/testing'
import { pino } from 'pino'
import { defaultGatewayConfig, Gateway, type GatewayConfig, type GatewayOptions } from '../src/gateway.ts'
import { openAgentSocket, type ScriptedAgent } from './scripted-agent.ts'

export const machineSecret = 'machine-secret-of-the-tests-0123456789'

export interface TestRealm {
  readonly realmId: RealmId
  readonly tokenId: string
  readonly token: string
}

/** Creates an organization with a production realm and an agent token. */
export async function createRealm(database: Database): Promise<TestRealm> {
  const realmId = requireRealmId(`9${Array.from({ length: 15 }, () => randomInt(10)).join('')}`)
  const token = mintSecret('svca_')
  const { agentTokens } = await database.realm.create({
    data: {
      id: realmId,
      name: 'Test',
      kind: 'production',
      org: { create: { name: 'Test', slug: `org-${realmId}` } },
      agentTokens: { create: { label: 'agent', tokenHash: hashSecret(token) } },
    },
    include: { agentTokens: true },
  })
  return { realmId, token, tokenId: agentTokens[0]?.id ?? '' }
}

const logger = pino({ level: 'silent' })
function clock() {
  return new Date()
}

interface TestGatewayOptions {
  /** Whether changes by other gateways are published to it; they are by default. */
  readonly isNotified?: boolean
  /** Its change feed, which the caller closes; a new one by default. */
  readonly changes?: ChangeFeed
  /** Connections for renewals and the journal; the database's by default. */
  readonly reserved?: GatewayOptions['reserved']
  /** The time measuring silence; the machine's by default. */
  readonly clock?: GatewayOptions['clock']
  readonly metrics?: GatewayOptions['metrics']
}

export interface TestGateway {
  readonly gateway: Gateway
  readonly url: string
  /** Connects an agent with a realm's token and waits for the welcome. */
  connect(realm: TestRealm): Promise<ScriptedAgent>
  close(): Promise<void>
}

/** Starts a gateway on a free port. */
export async function startGateway(
  { database, url }: TestDatabase,
  config: Partial<GatewayConfig> = {},
  { isNotified = true, changes: given, reserved, clock: time = clock, metrics }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const own = isNotified && given === undefined ? createChangeFeed(url) : undefined
  const changes = given ?? own
  const gateway = new Gateway({
    database,
    ...(reserved === undefined ? {} : { reserved }),
    ...(changes === undefined ? {} : { changes }),
    ...(metrics === undefined ? {} : { metrics }),
    clock: time,
    logger,
    config: { ...defaultGatewayConfig, checkMs: 100, host: '127.0.0.1', port: 0, machineSecret, ...config },
  })
  const gatewayUrl = await gateway.listen()
  return {
    gateway,
    url: gatewayUrl,
    connect: async (realm) => {
      const agent = openAgentSocket(gatewayUrl, realm.token)
      await agent.sayHello()
      return agent
    },
    close: async () => {
      await gateway.close()
      await own?.close()
    },
  }
}

/** Creates a server's desktop. */
export function createServerDesktop(database: Database, agentTimeoutMs = 20_000, connectorTimeoutMs = 60_000) {
  return createGatewayDesktop({
    database,
    clock,
    logger,
    config: { machineSecret, agentTimeoutMs, connectorTimeoutMs },
  })
}
