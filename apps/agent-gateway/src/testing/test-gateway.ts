import { randomInt } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createChangeFeed, type Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { TestDatabase } from '@bridge/database/testing'
import { createGatewayDesktop } from '@bridge/server/gateway-desktop'
import { pino } from 'pino'
import { createGateway, defaultGatewayConfig, type Gateway, type GatewayConfig } from '../gateway.ts'
import { dialAgent, type ScriptedAgent } from './scripted-agent.ts'

export const machineSecret = 'machine-secret-of-the-tests-0123456789'

export interface TestRealm {
  readonly realmId: RealmId
  readonly tokenId: string
  readonly token: string
}

/** An organization with one production realm and its agent token. */
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

export interface TestGateway {
  readonly gateway: Gateway
  readonly url: string
  /** Dials with a realm's token and waits for the welcome. */
  connect(realm: TestRealm): Promise<ScriptedAgent>
  close(): Promise<void>
}

/**
 * A gateway that listens on a free port, with a change feed of its own.
 *
 * @param hearsChanges whether it is told of what other gateways do
 */
export async function startGateway(
  { database, url }: TestDatabase,
  config: Partial<GatewayConfig> = {},
  hearsChanges = true,
): Promise<TestGateway> {
  const changes = hearsChanges ? createChangeFeed(url) : undefined
  const gateway = createGateway({
    database,
    ...(changes === undefined ? {} : { changes }),
    clock,
    logger,
    config: { ...defaultGatewayConfig, host: '127.0.0.1', port: 0, machineSecret, ...config },
  })
  const gatewayUrl = await gateway.listen()
  return {
    gateway,
    url: gatewayUrl,
    connect: async (realm) => {
      const agent = dialAgent(gatewayUrl, realm.token)
      await agent.greet()
      return agent
    },
    close: async () => {
      await gateway.close()
      await changes?.close()
    },
  }
}

/** The server's end. */
export function serverDesktop(database: Database, agentTimeoutMs = 20_000) {
  return createGatewayDesktop({ database, clock, logger, config: { machineSecret, agentTimeoutMs } })
}
