import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultGatewayConfig, Gateway } from '@bridge/agent-gateway'
import { createChangeFeed, type Database } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import { createTenant, type ResourceIds, type Tenant } from '@bridge/harness/create-tenant'
import { standInPages } from '@bridge/harness/stand-in-pages'
import { createAddressLimiter } from '@bridge/platform/address-limit'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { createRequestHandler } from '@bridge/portal/handle-request'
import { handleUpgrades } from '@bridge/portal/handle-upgrades'
import { SandboxHost } from '@bridge/sandbox-host'
import { type BridgeServer, createServer, httpServerOptions, type ServerConfig, serverDefaults } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { Agent } from 'undici'
import { findDeletedIds } from './deleted-tenant.ts'
import { fingerprint } from './fingerprint.ts'
import { startHonestAgent } from './honest-agent.ts'
import type { Reply } from './reply.ts'
import { type AttackRequest, send } from './send.ts'

/** A running service with two organizations, one attacked by the other, and a deleted one. */
export interface Target {
  /** Where the portal's server listens, which passes agents to the gateway. */
  readonly origin: string
  readonly port: number
  /** The pages' address, which a separate process may serve. */
  readonly pagesOrigin: string
  /** The gateway's address, which a deployment may make public, too. */
  readonly gatewayOrigin: string
  readonly database: Database
  readonly victim: Tenant
  readonly attacker: Tenant
  /** A deleted organization's IDs. */
  readonly deletedIds: ResourceIds
  /** A hash over everything the victim had before the attacks. */
  readonly fingerprint: string
  send(request: AttackRequest): Promise<Reply>
  close(): Promise<void>
}

/** The secret shared by server and gateway. */
export const machineSecret = 'secret-of-the-attacked-service-0123456789'
const logger = pino({ level: 'silent' })
/** Shorter than the default, because some attacks wait for it. */
export const agentTimeoutMs = 30_000
/** Request limits would refuse a matrix. */
const unlimited = 100_000_000

/**
 * Starts a server, a gateway, a sandbox host and a database on this machine. One request may cost as much as by default.
 *
 * @param stripe the connection to Stripe; none by default
 */
export async function startTarget({ stripe }: Pick<ServerConfig, 'stripe'> = {}): Promise<Target> {
  const db = await createTestDatabase()
  const { database, url } = db
  const changes = createChangeFeed(url)
  const gateway = new Gateway({
    database,
    changes,
    clock: () => new Date(),
    logger,
    config: {
      ...defaultGatewayConfig,
      maxRequestsPerMinute: unlimited,
      host: '127.0.0.1',
      port: 0,
      machineSecret,
    },
  })
  const gatewayUrl = await gateway.listen()
  const sandboxHost = new SandboxHost({
    database,
    clock: () => new Date(),
    logger,
    config: { host: '127.0.0.1', port: 0, machineSecret, maxRecords: serverDefaults.sandboxRecordsMax },
  })
  await sandboxHost.listen()

  let bridge: BridgeServer | undefined
  const running = () => {
    if (bridge === undefined) throw new Error('The server has not started.')
    return bridge
  }
  const http = createHttpServer(httpServerOptions)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  bridge = await createServer({
    database,
    changes,
    logger,
    config: {
      ...serverDefaults,
      baseUrl: origin,
      machineSecret,
      sessionSecret: machineSecret,
      consentRequiresSignIn: true,
      restRequestsPerMinute: unlimited,
      sandboxCallsPerDay: unlimited,
      oauthRequestsPerMinute: unlimited,
      apiKeyRequestsPerMinute: unlimited,
      userRequestsPerMinute: unlimited,
      visitorRequestsPerMinute: unlimited,
      setupRequestsPerMinute: unlimited,
      agentTimeoutMs,
      ...(stripe && { stripe }),
    },
  })
  const handleRequest = createRequestHandler({
    baseUrl: origin,
    servesApi: true,
    serve: getRequestListener((request, bindings) => running().fetch(request, bindings)),
    // The pages are built by Next, and their isolation is tested in a browser.
    pages: standInPages,
    isDatabaseAway: () => false,
    limiter: createAddressLimiter({ limit: unlimited, clock: () => new Date() }),
    findAddress: createPeerAddress(false),
  })
  http.on('request', handleRequest)
  const endWebSockets = handleUpgrades(http, { gatewayUrl, pages: {} })

  const agent = new Agent({ connections: 128, pipelining: 1 })
  const victim = await createTenant(database, 'victim')
  const attacker = await createTenant(database, 'attacker')
  const honestAgent = await startHonestAgent(origin, victim.agentToken)
  return {
    origin,
    port,
    pagesOrigin: origin,
    gatewayOrigin: gatewayUrl,
    database,
    victim,
    attacker,
    deletedIds: await findDeletedIds(database),
    fingerprint: await fingerprint(database, victim),
    send: (request) => send(agent, origin, request),
    async close() {
      running().portal.endStreams()
      await agent.destroy()
      await honestAgent.stop()
      endWebSockets()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
      await running().close()
      await gateway.close()
      await sandboxHost.close()
      await changes.close()
      await db.drop()
    },
  }
}
