import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { exchangePath } from '@bridge/agent-protocol'
import type { ChangeFeed, Database } from '@bridge/database'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import { createDatabaseReadiness, type Readiness } from '@bridge/platform/readiness'
import { refuseUpgrade } from '@bridge/platform/refuse-upgrade'
import { createRejectionPause } from '@bridge/platform/rejection-pause'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import type { Tracing } from '@bridge/platform/tracing'
import { limitWaitingConnections } from '@bridge/platform/waiting-connections'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { createAgentTokenStore } from './agents/agent-token.store.ts'
import { createGatewayLoadStore } from './agents/gateway-load.store.ts'
import { createLeaseStore } from './agents/lease.store.ts'
import { createRebalancer } from './agents/rebalancer.ts'
import { createSessionRegistry } from './agents/session-registry.ts'
import { createUpgradeLimit } from './agents/upgrade-limit.ts'
import { createConnectors } from './connectors/connectors.ts'
import { createRequestHandler } from './requests/handle-request.ts'
import { createVisits, type Visit } from './requests/visits.ts'
import type { GatewayConfig } from './runtime/config.ts'
import { createBatches } from './runtime/create-batches.ts'
import type { ReservedDatabases } from './runtime/gateway-databases.ts'
import type { GatewayMetrics } from './runtime/gateway-metrics.ts'
import { createServerLinks } from './servers/server-links.ts'
import { createJournalStore } from './sessions/journal.store.ts'

export { defaultGatewayConfig, type GatewayConfig } from './runtime/config.ts'
export { connectGatewayDatabases } from './runtime/gateway-databases.ts'

/** Agents connect again in one to three seconds, so that they are back soon after the database. */
const databaseRetrySeconds = 2

/** When an agent that connects too often should connect again. */
const tooOftenRetrySeconds = 5

/** A gateway, from start to stop. */
export interface Gateway {
  readonly server: Server
  /** Where servers reach it; available once it listens. */
  readonly url: string
  /** Starts to listen and resolves with `url`. Rejects if the port is in use. */
  listen(): Promise<string>
  /** Accepts nothing new, announces the end to the agents, waits for their current requests (bounded), then closes. */
  drain(): Promise<void>
  /** Closes every socket now. */
  close(): Promise<void>
}

export interface GatewayOptions {
  /** Serves tokens, hellos and the states of desktops. */
  readonly database: Database
  /** Whether the gateway can serve agents; by default whether its database responds. */
  readonly readiness?: Readiness
  /** Connections on which agents cannot queue statements; `database` by default. */
  readonly reserved?: ReservedDatabases
  /** Notifies of revocations and deletions; without it they take effect at the next heartbeat. */
  readonly changes?: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: GatewayConfig
  readonly metrics?: GatewayMetrics
  /** Traces exchanges; without it, only servers and agents know their traces. */
  readonly tracing?: Tracing | undefined
}

/** Creates the gateway between servers and agents: agents connect at `/agent`, servers at
 * `/exchange`, and Web Connectors call `/connector`. */
export function createGateway({
  database,
  readiness = createDatabaseReadiness(database),
  reserved = { renewals: database, journal: database },
  changes,
  clock,
  logger,
  config,
  metrics,
  tracing,
}: GatewayOptions): Gateway {
  const address = () => {
    const { port } = server.address() as AddressInfo
    return config.gatewayUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  }
  // However many realms move during a notification, one more follows it: each makes every gateway renew its leases.
  const publish = createBatches(
    async () => {
      await changes?.publish('agents')
      return new Map<'agents', void>()
    },
    { itemsMax: Number.POSITIVE_INFINITY, atOnce: 1 },
  )
  const notifyGateways = (): void => void publish('agents')
  const tokens = createAgentTokenStore(database, clock)
  const pauseRejection = createRejectionPause()
  const mayConnect = createUpgradeLimit({ perMinuteMax: config.upgradesPerMinuteMax, clock })
  const journal = createJournalStore(reserved.journal, config.journalBytesMax)
  const registry = createSessionRegistry({
    ...config,
    leases: createLeaseStore(database, reserved.renewals),
    journal,
    clock,
    logger,
    gatewayUrl: () => gateway.url,
    notifyGateways,
  })
  const rebalancer = createRebalancer({
    loads: createGatewayLoadStore(reserved.renewals),
    gatewayUrl: () => gateway.url,
    countAgents: () => registry.count().agents,
    moveIdle: registry.moveIdle,
    clock,
    logger,
  })
  const servers = createServerLinks({
    ...config,
    clock,
    logger,
    metrics,
    tracing,
    findSession: ({ realmId, transport }) =>
      transport === 'connector' ? connectors.find(realmId) : registry.find(realmId),
  })
  const connectors = createConnectors({
    ...config,
    database,
    reserved,
    journal,
    clock,
    logger,
    gatewayUrl: () => gateway.url,
    isGateway: servers.isServer,
    pauseRejection,
    notifyGateways,
  })
  metrics?.watch(() => ({ ...registry.count(), ...servers.count(), connectors: connectors.count() }))
  // How long a peer may take to complete the close handshake; missing in the library's types.
  const closing = { closeTimeout: 2_000 }
  const socketOptions = { noServer: true, perMessageDeflate: false, clientTracking: false, ...closing }
  const serverSockets = new WebSocketServer({ ...socketOptions, maxPayload: config.limits.frameBytesMax })
  const agentSockets = new WebSocketServer({
    ...socketOptions,
    // Until a session expects more.
    maxPayload: config.limits.headerBytesMax,
    handleProtocols: () => false,
  })
  /** Whether agents are refused. */
  let isDraining = false
  /** Whether servers are refused, too. */
  let isClosed = false
  let heartbeat: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined
  let checkedAt = 0
  let unsubscribe: (() => void) | undefined

  const enter = createVisits({
    maxPerMinute: config.maxRequestsPerMinute,
    trustProxy: config.trustProxy,
    isServer: servers.isServer,
    clock,
  })
  const server = createServer(
    { maxHeaderSize: maxHeadBytes },
    createRequestHandler({ enter, handleConnector: connectors.handle, pauseRejection, readiness }),
  )
  limitWaitingConnections(server)

  const upgradeServer = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!servers.isServer(request.headers.authorization)) {
      refuseUpgrade(socket, 401, 'The machine secret is missing or wrong.')
    } else if (isClosed) refuseUpgrade(socket, 503, 'This gateway is restarting.')
    else serverSockets.handleUpgrade(request, socket, head, (webSocket) => servers.add(webSocket, socket))
  }
  const refuseWithoutDatabase = (socket: Duplex): void =>
    refuseUpgrade(socket, 503, 'The database cannot be reached; connect again.', {
      retryAfterSeconds: databaseRetrySeconds,
    })

  const upgradeAgent = async (request: IncomingMessage, socket: Duplex, head: Buffer, visit: Visit): Promise<void> => {
    // Thousands of agents that dial during an outage must not all open connections to the database.
    if (changes?.isConnected() === false) {
      refuseWithoutDatabase(socket)
      return
    }
    const { authorization = '' } = request.headers
    if (!mayConnect(authorization)) {
      await pauseRejection()
      refuseUpgrade(socket, 503, 'The agent connects too often; connect again later.', {
        retryAfterSeconds: tooOftenRetrySeconds,
      })
      return
    }
    const identity = await tokens.find(authorization)
    if (identity === undefined) {
      refuseUpgrade(socket, 401, 'The agent token is missing, wrong or revoked.')
      return
    }
    visit.takeBack()
    if (isDraining) {
      refuseUpgrade(socket, 503, 'This gateway is restarting; connect again.')
      return
    }
    tokens.recordUse(identity.tokenId).catch((error: unknown) => {
      logger.warn({ err: error }, 'could not record the use of an agent token')
    })
    agentSockets.handleUpgrade(request, socket, head, (webSocket) => registry.add(webSocket, identity))
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const path = request.url?.split('?', 1)[0]
    if (hasSeveralHosts(request)) {
      refuseUpgrade(socket, 400, severalHostsMessage)
      return
    }
    const visit = enter(request)
    if (!visit.isAllowed) {
      const message = 'There are too many requests from this address; connect again later.'
      void pauseRejection().then(() => refuseUpgrade(socket, 503, message, visit))
    } else if (path === exchangePath) upgradeServer(request, socket, head)
    else if (path !== '/agent') refuseUpgrade(socket, 404, 'Agents connect at /agent.')
    else {
      upgradeAgent(request, socket, head, visit).catch((error: unknown) => {
        logger.error({ err: error }, 'could not check an agent token')
        refuseWithoutDatabase(socket)
      })
    }
  })

  const check = () => {
    const now = clock().getTime()
    // After a pause of this process, the messages that arrived during it are read before the next check.
    const wasPaused = now - checkedAt > config.checkMs + config.deadAfterMs / 2
    checkedAt = now
    if (wasPaused) return
    registry.check()
    connectors.check()
    servers.endSilent()
  }
  const renew = () => Promise.all([registry.renew(), connectors.renew()])
  const stopTimers = () => {
    clearInterval(heartbeat)
    clearInterval(checks)
    unsubscribe?.()
  }
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })

  const gateway: Gateway = {
    server,
    get url() {
      return address()
    },
    listen: async () => {
      server.listen(config.port, config.host)
      await once(server, 'listening')
      unsubscribe = changes?.subscribe('agents', () => void renew())
      heartbeat = setInterval(() => {
        registry.ping()
        void renew()
        void rebalancer.run()
      }, config.heartbeatMs)
      checkedAt = clock().getTime()
      checks = setInterval(check, config.checkMs)
      logger.info({ url: gateway.url }, 'agent gateway is listening')
      return gateway.url
    },
    drain: async () => {
      isDraining = true
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, config.drainTimeoutMs)
      })
      await Promise.race([Promise.all([rebalancer.stop(), registry.drain(), connectors.drain()]), deadline])
      clearTimeout(timer)
      await gateway.close()
    },
    close: async () => {
      isDraining = true
      isClosed = true
      stopTimers()
      const left = rebalancer.stop()
      // In this order: the sessions complete every accepted read before the servers' sockets close.
      const released = registry.closeAll()
      connectors.closeAll()
      servers.closeAll()
      const stopped = stopListening()
      server.closeAllConnections()
      await Promise.all([stopped, released, left])
    },
  }
  return gateway
}
