import { closeCodes, type DesktopState, reactionTo } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { backoffMs, hintedMs, moveMs } from './backoff.ts'
import { type Connection, type ConnectionEnd, connect } from './connection.ts'
import type { AgentDesktop } from './desktop/agent-desktop.ts'
import type { ResponseLog } from './response-log.ts'
import { createWorker } from './worker.ts'

export type { AgentDesktop } from './desktop/agent-desktop.ts'
export { memoryResponseLog, type ResponseLog } from './response-log.ts'

/** Why an agent stopped for good. */
export interface AgentEnd {
  readonly reason: 'stopped' | 'superseded' | 'realm-deleted' | 'token-refused' | 'wrong-version'
  /** One line for the user: what happened and what to do. */
  readonly message: string
}

/** A running agent. */
export interface Agent {
  /** Resolves when the agent stops for good; never rejects. */
  readonly ended: Promise<AgentEnd>
  /** Resolves at the next welcome of a gateway, or at once on an open connection; rejects if the agent stops first. */
  connected(): Promise<void>
  /** Returns the state of the desktop as gateways see it. */
  desktop(): DesktopState
  /** Returns whether a gateway serves this agent. */
  isConnected(): boolean
  /** Returns whether there has been no request for a number of milliseconds. */
  isIdle(ms: number): boolean
  /** Closes the connection and stops. The desktop stays open; its owner closes it. */
  stop(): Promise<void>
}

/** A connection that lasted this long resets the back-off; one that its gateway told the agent to leave, much sooner. */
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

/** Returns the WebSocket URL of the agent path below a service's address. */
export function agentUrl(address: string): string {
  const url = new URL(address)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  if (url.pathname === '/') url.pathname = '/agent'
  return url.href
}

interface AgentOptions {
  /** The address of the service or of its agent path: `https://bridge.example`, `wss://bridge.example/agent`. */
  readonly url: string
  readonly token: string
  readonly desktop: AgentDesktop
  readonly responses: ResponseLog
  readonly clock: () => Date
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  readonly logger: Logger
  /** Waits for a number of milliseconds, or until the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly agentVersion?: string
}

/**
 * Connects to the service and serves its requests until it is stopped, or until reconnecting is pointless. Reconnects
 * with back-off and full jitter, or when a gateway that refused it says, and offers the responses that the gateway missed when a connection was lost.
 */
export function createAgent(options: AgentOptions): Agent {
  const { desktop, responses, clock, random, logger, wait } = options
  const url = agentUrl(options.url)
  const stopping = new AbortController()
  const worker = createWorker({ desktop, responses, logger })
  let connection: Connection | undefined
  let welcomed: Connection | undefined
  let welcome = createSignal()
  let usedAt = Number.NEGATIVE_INFINITY

  const connectOnce = async (): Promise<ConnectionEnd> => {
    const current = connect({
      url,
      token: options.token,
      agentVersion: options.agentVersion ?? '0.1.0',
      worker: {
        ...worker,
        process: async (request, reply) => {
          usedAt = clock().getTime()
          await worker.process(request, reply)
          usedAt = clock().getTime()
          // If the write's own connection is gone, the current one offers the response.
          if (welcomed !== current && responses.ids().includes(request.id)) welcomed?.offer(request.id)
        },
      },
      responses,
      logger,
      onWelcome: (realmId) => {
        desktop.useRealm?.(realmId)
        welcomed = current
        welcome.resolve()
      },
    })
    connection = current
    const end = await current.ended
    if (welcomed === current) {
      welcomed = undefined
      welcome = createSignal()
    }
    return end
  }

  const run = async (): Promise<AgentEnd> => {
    let attempt = 0
    while (!stopping.signal.aborted) {
      const startedAt = clock().getTime()
      const end = await connectOnce()
      if (stopping.signal.aborted) break
      const reason = reasonToStop(end)
      if (reason !== undefined) return { reason, message: ends[reason] }
      const lastedMs = clock().getTime() - startedAt
      if (findHint(end) === undefined) attempt = wasStable(end, lastedMs) ? 0 : attempt + 1
      const retryMs = findRetryMs(end, attempt, random)
      logger.warn({ ...describe(end), retryMs }, 'not connected to the service')
      await wait(retryMs, stopping.signal)
    }
    return { reason: 'stopped', message: 'The agent was stopped.' }
  }

  const ended = run()
  return {
    ended,
    connected: () =>
      Promise.race([
        welcome.promise,
        ended.then(({ message }) => {
          throw new Error(message)
        }),
      ]),
    desktop: () => worker.state(),
    isConnected: () => welcomed !== undefined,
    // A clock that is set back must not keep the agent busy.
    isIdle: (ms) => !worker.isBusy() && Math.abs(clock().getTime() - usedAt) >= ms,
    stop: async () => {
      stopping.abort()
      connection?.close()
      await ended
    },
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

/** Returns whether the gateway told the agent to leave, because it stops or has too many agents. */
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
