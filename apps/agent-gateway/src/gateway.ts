import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChangeFeed, Database } from '@bridge/database'
import { ServerLinks } from '@bridge/platform/exchange-socket/server-links'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import { createDatabaseReadiness, type Readiness } from '@bridge/platform/readiness'
import { createRejectionPause } from '@bridge/platform/rejection-pause'
import type { Tracing } from '@bridge/platform/tracing'
import { limitWaitingConnections } from '@bridge/platform/waiting-connections'
import type { Logger } from 'pino'
import { createGatewayLoadStore } from './agents/gateway-load.store.ts'
import { LeaseStore } from './agents/lease.store.ts'
import { createRebalancer, type Rebalancer } from './agents/rebalancer.ts'
import { ReportedChanges } from './agents/reported-changes.ts'
import { SessionRegistry } from './agents/session-registry.ts'
import { type Connectors, createConnectors } from './connectors/connectors.ts'
import { createRequestHandler } from './requests/handle-request.ts'
import { createVisits } from './requests/visits.ts'
import type { GatewayConfig } from './runtime/config.ts'
import { createBatches } from './runtime/create-batches.ts'
import type { ReservedDatabases } from './runtime/gateway-databases.ts'
import type { GatewayMetrics } from './runtime/gateway-metrics.ts'
import { createJournalStore } from './sessions/journal.store.ts'
import { Upgrades } from './upgrades.ts'

export { defaultGatewayConfig, type GatewayConfig } from './runtime/config.ts'
export { connectGatewayDatabases } from './runtime/gateway-databases.ts'

export interface GatewayOptions {
  /** Serves tokens, hellos and the desktop states. */
  readonly database: Database
  /** Whether the gateway can serve agents; by default whether its database responds. */
  readonly readiness?: Readiness
  /** Connections on which agents cannot queue statements; `database` by default. */
  readonly reserved?: ReservedDatabases
  /** Notifies about revocations and deletions; without it they take effect at the next heartbeat. */
  readonly changes?: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: GatewayConfig
  readonly metrics?: GatewayMetrics
  /** Traces exchanges; without it, only servers and agents know their traces. */
  readonly tracing?: Tracing | undefined
}

/**
 * The gateway between servers and agents: agents connect at `/agent`, servers at `/exchange`, and Web Connectors call
 * `/connector`.
 *
 * It holds each realm's lease while an agent or a Web Connector serves the realm here. Every heartbeat renews the
 * leases and pings the agents; every check ends silent peers. A stopping gateway drains first: it refuses agents,
 * lets current requests finish, and closes what is left after a bounded time.
 */
export class Gateway {
  readonly server: Server
  readonly #options: GatewayOptions
  readonly #sessions: SessionRegistry
  readonly #connectors: Connectors
  readonly #servers: ServerLinks
  readonly #rebalancer: Rebalancer
  readonly #upgrades: Upgrades
  #heartbeat: NodeJS.Timeout | undefined
  #checks: NodeJS.Timeout | undefined
  #checkedAt = 0
  #unsubscribe: (() => void) | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
    const { database, readiness = createDatabaseReadiness(database), changes, clock, logger, config, metrics } = options
    const { reserved = { renewals: database, journal: database }, tracing } = options
    const gatewayUrl = () => this.url
    const notifyGateways = createMoveNotifier(changes)
    const pauseRejection = createRejectionPause()
    const journal = createJournalStore(reserved.journal, config.maxJournalBytes)
    const leases = new LeaseStore(database, reserved.renewals)
    this.#sessions = new SessionRegistry({
      ...config,
      leases,
      journal,
      clock,
      logger,
      gatewayUrl,
      notifyGateways,
      reportedChanges: new ReportedChanges({ database, logger }),
    })
    this.#rebalancer = createRebalancer({
      loads: createGatewayLoadStore(reserved.renewals),
      gatewayUrl,
      countAgents: () => this.#sessions.count().agents,
      moveIdle: (count) => this.#sessions.moveIdle(count),
      clock,
      logger,
    })
    this.#servers = new ServerLinks({
      ...config,
      clock,
      logger,
      metrics,
      tracing,
      findSession: ({ realmId, transport }) =>
        transport === 'connector' ? this.#connectors.find(realmId) : this.#sessions.find(realmId),
    })
    const isServer = (authorization: string | undefined) => this.#servers.isServer(authorization)
    this.#connectors = createConnectors({
      ...config,
      database,
      reserved,
      journal,
      clock,
      logger,
      gatewayUrl,
      isGateway: isServer,
      pauseRejection,
      notifyGateways,
    })
    metrics?.watch(() => ({
      ...this.#sessions.count(),
      ...this.#servers.count(),
      connectors: this.#connectors.count(),
    }))
    const { maxRequestsPerMinute: maxPerMinute, trustProxy } = config
    const countVisit = createVisits({ maxPerMinute, trustProxy, isServer, clock })
    const handleRequest = createRequestHandler({
      countVisit,
      handleConnector: this.#connectors.handle,
      pauseRejection,
      readiness,
    })
    this.server = createServer({ maxHeaderSize: maxHeadBytes }, handleRequest)
    limitWaitingConnections(this.server)
    this.#upgrades = new Upgrades({
      database,
      changes,
      clock,
      logger,
      config,
      pauseRejection,
      countVisit,
      servers: this.#servers,
      sessions: this.#sessions,
    })
    this.server.on('upgrade', (request, socket, head) => this.#upgrades.handle(request, socket, head))
  }

  /** Where servers reach it; available once it listens. */
  get url(): string {
    const { gatewayUrl, host } = this.#options.config
    const { port } = this.server.address() as AddressInfo
    return gatewayUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  /** Starts to listen and resolves with `url`. Rejects if the port is in use. */
  async listen(): Promise<string> {
    const { changes, clock, logger, config } = this.#options
    this.server.listen(config.port, config.host)
    await once(this.server, 'listening')
    this.#unsubscribe = changes?.subscribe('agents', () => void this.#renew())
    this.#heartbeat = setInterval(() => {
      this.#sessions.ping()
      void this.#renew()
      void this.#rebalancer.run()
    }, config.heartbeatMs)
    this.#checkedAt = clock().getTime()
    this.#checks = setInterval(() => this.#check(), config.checkMs)
    logger.info({ url: this.url }, 'agent gateway is listening')
    return this.url
  }

  /** Accepts nothing new, announces the end to the agents, waits for their current requests (bounded), then closes. */
  async drain(): Promise<void> {
    this.#upgrades.refuseAgents()
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.config.drainTimeoutMs)
    })
    const drained = Promise.all([this.#rebalancer.stop(), this.#sessions.drain(), this.#connectors.drain()])
    await Promise.race([drained, deadline])
    clearTimeout(timer)
    await this.close()
  }

  /** Closes every socket now. */
  async close(): Promise<void> {
    this.#upgrades.refuseAll()
    clearInterval(this.#heartbeat)
    clearInterval(this.#checks)
    this.#unsubscribe?.()
    const left = this.#rebalancer.stop()
    // In this order: the sessions complete every accepted read before the servers' sockets close.
    const released = this.#sessions.closeAll()
    this.#connectors.closeAll()
    this.#servers.closeAll()
    const stopped = new Promise<void>((resolve) => {
      this.server.close(() => resolve())
      this.server.closeIdleConnections()
    })
    this.server.closeAllConnections()
    await Promise.all([stopped, released, left])
  }

  #renew(): Promise<unknown> {
    return Promise.all([this.#sessions.renew(), this.#connectors.renew()])
  }

  #check(): void {
    const { clock, config } = this.#options
    const now = clock().getTime()
    // After a pause in this process, the messages received in the meantime are read before the next check.
    const wasPaused = now - this.#checkedAt > config.checkMs + config.deadAfterMs / 2
    this.#checkedAt = now
    if (wasPaused) return
    this.#sessions.check()
    this.#connectors.check()
    this.#servers.endSilent()
  }
}

/**
 * Returns a function notifying the other gateways about a moved realm. Moves during a notification share the next one,
 * since each makes every gateway renew its leases.
 */
function createMoveNotifier(changes: ChangeFeed | undefined): () => void {
  const publish = createBatches(
    async () => {
      await changes?.publish('agents')
      return new Map<'agents', void>()
    },
    { maxItems: Number.POSITIVE_INFINITY, atOnce: 1 },
  )
  return () => void publish('agents')
}
