import { closeCodes, type DesktopState, reactionTo } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { backoffMs, hintedMs, moveMs } from './backoff.ts'
import { Connection, type ConnectionEnd } from './connection.ts'
import type { AgentDesktop, RealmSwitches } from './desktop/agent-desktop.ts'
import type { ResponseLog } from './response-log.ts'
import { type Reply, type Request, Worker } from './worker.ts'

export type { AgentDesktop } from './desktop/agent-desktop.ts'
export { memoryResponseLog, type ResponseLog } from './response-log.ts'

/** Why an agent stopped for good. */
export interface AgentEnd {
  readonly reason: 'stopped' | 'superseded' | 'realm-deleted' | 'token-refused' | 'wrong-version'
  /** One line for the user: what happened and what to do. */
  readonly message: string
}

/** A connection that lasted this long resets the back-off; one its gateway told the agent to leave, much sooner. */
const stableMs = 10_000
const leftMs = 2_000

const ends: Record<Exclude<AgentEnd['reason'], 'stopped'>, string> = {
  superseded:
    'Another agent connected with a token of this realm, and the newest serves it. This one stops: ' +
    'end the other agent and start this one again, or leave it stopped.',
  'realm-deleted': 'The realm was deleted, so there is nothing left to serve. The company file is unchanged.',
  'token-refused':
    'The agent token is wrong or was revoked. Create a pairing code in the portal, and connect this PC again: with the ' +
    'installer on Windows, and with edge-agent pair elsewhere.',
  'wrong-version': 'The gateway does not support this protocol version. Update the agent.',
}

/** Returns the agent path's WebSocket URL below a service's address. */
export function agentUrl(address: string): string {
  const url = new URL(address)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  if (url.pathname === '/') url.pathname = '/agent'
  return url.href
}

export interface AgentOptions {
  /** The service's address or its agent path: `https://bridge.example`, `wss://bridge.example/agent`. */
  readonly url: string
  readonly token: string
  readonly desktop: AgentDesktop
  readonly responses: ResponseLog
  readonly clock: () => Date
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  readonly logger: Logger
  /** Waits `ms` milliseconds, or until the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly agentVersion?: string
  /** Is called with the realm's settings, again and again. */
  readonly onSwitches?: ((switches: RealmSwitches) => void) | undefined
}

/**
 * Connects to the service and serves its requests until it is stopped, or until reconnecting is pointless.
 *
 * Reconnects with back-off and full jitter, or when a gateway that refused it says. Each connection offers the stored
 * responses the gateway missed when an earlier one was lost.
 */
export class Agent {
  /** Resolves when the agent stops for good; never rejects. */
  readonly ended: Promise<AgentEnd>
  readonly #options: AgentOptions
  readonly #url: string
  readonly #worker: Worker
  readonly #stopping = new AbortController()
  #connection: Connection | undefined
  #welcomed: Connection | undefined
  #welcome = createSignal()
  #usedAt = Number.NEGATIVE_INFINITY

  constructor(options: AgentOptions) {
    this.#options = options
    this.#url = agentUrl(options.url)
    this.#worker = new Worker(options)
    this.ended = this.#run()
  }

  /** Resolves at a gateway's next welcome, or at once on an open connection; rejects if the agent stops first. */
  connected(): Promise<void> {
    const stopped = this.ended.then(({ message }) => {
      throw new Error(message)
    })
    return Promise.race([this.#welcome.promise, stopped])
  }

  /** Returns the desktop's state as gateways see it. */
  desktop(): DesktopState {
    return this.#worker.state()
  }

  /** Whether a gateway serves this agent. */
  isConnected(): boolean {
    return this.#welcomed !== undefined
  }

  /** Says that people changed something in the company file. Nothing, while no gateway serves this agent. */
  reportChange(): void {
    this.#welcomed?.reportChange()
  }

  /** Whether there has been no request for this many milliseconds. */
  isIdle(ms: number): boolean {
    // A clock set back must not keep the agent busy.
    return !this.#worker.isBusy && Math.abs(this.#now() - this.#usedAt) >= ms
  }

  /** Closes the connection and stops. The desktop stays open; its owner closes it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#connection?.close()
    await this.ended
  }

  #now(): number {
    return this.#options.clock().getTime()
  }

  async #run(): Promise<AgentEnd> {
    const { logger, random, wait } = this.#options
    const { signal } = this.#stopping
    let attempt = 0
    while (!signal.aborted) {
      const startedAt = this.#now()
      const end = await this.#connectOnce()
      if (signal.aborted) break
      const reason = reasonToStop(end)
      if (reason !== undefined) return { reason, message: ends[reason] }
      const lastedMs = this.#now() - startedAt
      if (findHint(end) === undefined) attempt = wasStable(end, lastedMs) ? 0 : attempt + 1
      const retryMs = findRetryMs(end, attempt, random)
      logger.warn({ ...describe(end), retryMs }, 'not connected to the service')
      await wait(retryMs, signal)
    }
    return { reason: 'stopped', message: 'The agent was stopped.' }
  }

  async #connectOnce(): Promise<ConnectionEnd> {
    const { token, agentVersion = '0.1.0', responses, logger, desktop } = this.#options
    const { onSwitches = () => undefined } = this.#options
    const current = new Connection({
      url: this.#url,
      token,
      agentVersion,
      worker: {
        state: () => this.#worker.state(),
        process: (request, reply) => this.#process(request, reply, current),
      },
      responses,
      logger,
      onRealm: (realmId, terms) => desktop.useRealm?.(realmId, terms),
      onWelcome: () => {
        this.#welcomed = current
        this.#welcome.resolve()
      },
      onSwitches,
    })
    this.#connection = current
    const end = await current.ended
    if (this.#welcomed === current) {
      this.#welcomed = undefined
      this.#welcome = createSignal()
    }
    return end
  }

  async #process(request: Request, reply: Reply, connection: Connection): Promise<void> {
    this.#usedAt = this.#now()
    await this.#worker.process(request, reply)
    this.#usedAt = this.#now()
    // If the write's own connection is gone, the current one offers the response.
    const isStored = this.#options.responses.ids().includes(request.id)
    if (this.#welcomed !== connection && isStored) this.#welcomed?.offer(request.id)
  }
}

function createSignal() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise
  })
  return { promise, resolve }
}

/** Returns when the gateway that refused the agent said to come back, in milliseconds. */
function findHint(end: ConnectionEnd): number | undefined {
  return end.kind === 'refused' ? end.retryAfterMs : undefined
}

/** Whether the gateway told the agent to leave, because it stops or has too many agents. */
function isMove(end: ConnectionEnd): boolean {
  return end.kind === 'closed' && end.code === closeCodes.draining.code
}

function wasStable(end: ConnectionEnd, lastedMs: number): boolean {
  return end.kind === 'closed' && end.wasWelcome && lastedMs >= (isMove(end) ? leftMs : stableMs)
}

/** @param attempt 0 after a stable connection */
function findRetryMs(end: ConnectionEnd, attempt: number, random: () => number): number {
  const hint = findHint(end)
  if (hint !== undefined) return hintedMs(hint, random)
  return isMove(end) && attempt === 0 ? moveMs(random) : backoffMs(attempt, random)
}

function reasonToStop(end: ConnectionEnd): Exclude<AgentEnd['reason'], 'stopped'> | undefined {
  if (end.kind === 'refused') return end.status === 401 ? 'token-refused' : undefined
  if (end.kind === 'unreachable' || reactionTo(end.code) === 'reconnect') return undefined
  if (end.code === closeCodes.realmDeleted.code) return 'realm-deleted'
  if (end.code === closeCodes.tokenRevoked.code) return 'token-refused'
  return end.code === closeCodes.wrongVersion.code ? 'wrong-version' : 'superseded'
}

function describe(end: ConnectionEnd): object {
  if (end.kind === 'unreachable') return { problem: end.error.message }
  return end.kind === 'refused' ? { status: end.status } : { code: end.code, reason: end.reason }
}
