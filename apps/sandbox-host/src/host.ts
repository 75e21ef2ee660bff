import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { deadAfterMs, defaultProtocolLimits, exchangePath, heartbeatMs, type RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { ExchangeMetrics } from '@bridge/platform/exchange-socket/exchange-metrics'
import { ServerLinks } from '@bridge/platform/exchange-socket/server-links'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import { createDatabaseReadiness, type Readiness } from '@bridge/platform/readiness'
import { refuseUpgrade } from '@bridge/platform/refuse-upgrade'
import type { Tracing } from '@bridge/platform/tracing'
import { limitWaitingConnections } from '@bridge/platform/waiting-connections'
import { CompanyFiles } from '@bridge/sandbox'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { createRequestHandler } from './handle-request.ts'
import { removeHost, renewHost } from './host.store.ts'
import { runJob } from './run-job.ts'
import { SandboxQueue } from './sandbox-queue.ts'

/** Host settings, built from the environment by `main.ts`. */
export interface SandboxHostConfig {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Where servers reach the host; the listening address by default. */
  readonly url?: string
  /** Shared with the servers; authenticates their sockets. */
  readonly machineSecret: string
  /** Other secrets accepted from servers while the secret is rotated. */
  readonly machineSecretsAccepted?: readonly string[]
  /** The maximum records per sandbox. */
  readonly maxRecords: number
}

export interface SandboxHostOptions {
  readonly database: Database
  /** Whether the host can serve sandboxes; by default whether its database responds. */
  readonly readiness?: Readiness
  readonly clock: () => Date
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number
  readonly logger: Logger
  readonly config: SandboxHostConfig
  readonly metrics?: ExchangeMetrics
  readonly tracing?: Tracing | undefined
}

const notListed = 'Servers do not know this process yet.'

/** How long a drain waits for accepted calls, in milliseconds. */
export const maxDrainMs = 10_000

/**
 * Serves sandboxes' company files to servers, at `/exchange`. The servers choose the host for each sandbox; only the
 * process that opened a file last can write it.
 */
export class SandboxHost {
  readonly server: Server
  readonly #options: SandboxHostOptions
  readonly #files: CompanyFiles
  readonly #queue: SandboxQueue
  readonly #servers: ServerLinks
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: defaultProtocolLimits.frameBytesMax,
  })
  /** The response delays, by sandbox. */
  readonly #delays = new Map<RealmId, number>()
  #timers: NodeJS.Timeout[] = []
  /** The latest renewal, which must not follow the removal. */
  #renewal = Promise.resolve()
  /** Whether servers know the host. */
  #isListed = false

  constructor(options: SandboxHostOptions) {
    const { database, readiness = createDatabaseReadiness(database), clock, random = Math.random } = options
    const { config, logger, metrics, tracing } = options
    this.#options = options
    this.#files = new CompanyFiles({
      database,
      clock,
      random,
      maxRecords: config.maxRecords,
      takesLeases: true,
      isShortOfMemory,
      // The sandbox's next call does not wait.
      wait: async (ms, realmId) => void this.#delays.set(realmId, ms),
    })
    this.#queue = new SandboxQueue(async (job) => {
      const outcome = await runJob(job, this.#files, logger)
      const { realmId } = job.call
      const delayMs = this.#delays.get(realmId) ?? 0
      this.#delays.delete(realmId)
      return { outcome, delayMs }
    })
    this.#servers = new ServerLinks({
      machineSecret: config.machineSecret,
      machineSecretsAccepted: config.machineSecretsAccepted ?? [],
      limits: defaultProtocolLimits,
      clock,
      logger,
      deadAfterMs,
      metrics,
      tracing,
      findSession: () => this.#queue,
    })
    this.server = createServer(
      { maxHeaderSize: maxHeadBytes },
      createRequestHandler({ check: async () => (this.#isListed ? readiness.check() : notListed) }),
    )
    limitWaitingConnections(this.server)
    this.server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  /** Where servers reach the host; available once it listens. */
  get url(): string {
    const { host, url } = this.#options.config
    const { port } = this.server.address() as AddressInfo
    return url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  /** Starts to listen, tells the servers, and resolves with `url`. Rejects if the port is in use. */
  async listen(): Promise<string> {
    const { config, database, logger } = this.#options
    this.server.listen(config.port, config.host)
    await once(this.server, 'listening')
    const { url } = this
    const renew = async () => {
      try {
        await renewHost(database, url)
        this.#isListed = true
      } catch (error) {
        logger.warn({ err: error }, 'Could not tell servers that this host is alive')
      }
    }
    await renew()
    this.#timers = [
      setInterval(() => {
        this.#renewal = renew()
      }, heartbeatMs),
      setInterval(() => this.#servers.endSilent(), heartbeatMs),
    ]
    logger.info({ url }, 'sandbox host is listening')
    return url
  }

  /** Counts what the host holds. */
  count(): { readonly servers: number; readonly requests: number; readonly files: number } {
    return { ...this.#servers.count(), files: this.#files.count() }
  }

  /** Accepts nothing new, completes the accepted calls (bounded), then closes. */
  async drain(): Promise<void> {
    const { database, logger } = this.#options
    this.#stopTimers()
    await this.#renewal
    this.#isListed = false
    await removeHost(database, this.url).catch((error: unknown) => {
      logger.warn({ err: error }, 'Could not tell servers that this host ends')
    })
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxDrainMs)
    })
    await Promise.race([this.#queue.drain(), deadline])
    clearTimeout(timer)
    await this.close()
  }

  /** Closes every socket now. */
  async close(): Promise<void> {
    this.#stopTimers()
    // In this order: every accepted call has its outcome before the sockets close.
    this.#queue.close()
    this.#servers.closeAll()
    const stopped = new Promise<void>((resolve) => {
      this.server.close(() => resolve())
    })
    this.server.closeAllConnections()
    await stopped
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?', 1)[0] !== exchangePath) {
      refuseUpgrade(socket, 404, `Servers connect at ${exchangePath}.`)
    } else if (!this.#servers.isServer(request.headers.authorization)) {
      refuseUpgrade(socket, 401, 'The machine secret is missing or wrong.')
    } else this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#servers.add(webSocket, socket))
  }

  #stopTimers(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }
}

function isShortOfMemory(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > limit / 2
}
