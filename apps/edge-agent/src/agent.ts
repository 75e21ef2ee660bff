import { closeCodes, reactionTo } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { AnswerRecord } from './answer-record.ts'
import { backoffMs } from './backoff.ts'
import { type Connection, type ConnectionEnd, connect } from './connection.ts'
import type { AgentDesktop } from './desktop.ts'
import { createWorker } from './worker.ts'

export { type AnswerRecord, memoryAnswerRecord } from './answer-record.ts'
export type { AgentDesktop, ProcessOutcome } from './desktop.ts'
export { simulatedDesktop } from './simulated-desktop.ts'

/** Why an agent does not dial any more. */
export interface AgentEnd {
  readonly why: 'stopped' | 'superseded' | 'realm-deleted' | 'token-refused' | 'wrong-version'
  /** One line for a person: what happened and what to do. */
  readonly message: string
}

/** An agent that runs. */
export interface Agent {
  /** Resolves when the agent stops for good; it never rejects. */
  readonly ended: Promise<AgentEnd>
  /** Resolves at the next welcome of a gateway (at once while there is one). */
  connected(): Promise<void>
  /** Closes the connection and stops dialling; the desktop stays with its owner. */
  stop(): Promise<void>
}

// A connection that held for so long begins the back-off anew.
const steadyMs = 30_000

const ends: Record<Exclude<AgentEnd['why'], 'stopped'>, string> = {
  superseded:
    'Another agent connected with a token of this realm, and the newest serves it. This one stops: ' +
    'end the other agent and start this one again, or leave it stopped.',
  'realm-deleted': 'The realm was deleted; there is nothing to serve any more. The company file is untouched.',
  'token-refused':
    'The agent token is wrong or was revoked. Create a new one in the portal and start the agent with it.',
  'wrong-version': 'The gateway does not speak this protocol version. Update the agent.',
}

/** The WebSocket address of the agent path below a service's address. */
export function agentUrl(address: string): string {
  const url = new URL(address)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  if (url.pathname === '/') url.pathname = '/agent'
  return url.href
}

interface AgentOptions {
  /** The service's address, or that of its agent path: `https://bridge.example`, `wss://bridge.example/agent`. */
  readonly url: string
  readonly token: string
  readonly desktop: AgentDesktop
  readonly record: AnswerRecord
  readonly clock: () => Date
  /** A number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  readonly logger: Logger
  /** Waits so many milliseconds, or until the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly agentVersion?: string
}

/**
 * Dials the service and serves its requests until it is stopped or told that dialling again is of no use:
 * reconnects with back-off and full jitter, and offers the answers that a lost connection kept back.
 */
export function createAgent(options: AgentOptions): Agent {
  const { desktop, record, clock, random, logger, wait } = options
  const url = agentUrl(options.url)
  const stopping = new AbortController()
  const worker = createWorker({ desktop, record, logger })
  let connection: Connection | undefined
  let welcomed: Connection | undefined
  let welcome = createSignal()

  const dial = async (): Promise<ConnectionEnd> => {
    const current = connect({
      url,
      token: options.token,
      agentVersion: options.agentVersion ?? '0.1.0',
      worker: {
        ...worker,
        take: async (request, reply) => {
          await worker.take(request, reply)
          // The connection that brought the write may be gone; the one there is now learns of its answer.
          if (welcomed !== current && record.ids().includes(request.id)) welcomed?.offer(request.id)
        },
      },
      record,
      logger,
      onWelcome: () => {
        welcomed = current
        welcome.give()
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
      const dialledAt = clock().getTime()
      const end = await dial()
      if (stopping.signal.aborted) break
      const why = reasonToStop(end)
      if (why !== undefined) return { why, message: ends[why] }
      const held = end.kind === 'closed' && end.wasWelcome && clock().getTime() - dialledAt >= steadyMs
      attempt = held ? 0 : attempt + 1
      const ms = backoffMs(attempt, random)
      logger.warn({ ...describe(end), againInMs: ms }, 'not connected to the service')
      await wait(ms, stopping.signal)
    }
    return { why: 'stopped', message: 'The agent was stopped.' }
  }

  const ended = run()
  return {
    ended,
    connected: () => welcome.given,
    stop: async () => {
      stopping.abort()
      connection?.close()
      await ended
    },
  }
}

function createSignal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

function reasonToStop(end: ConnectionEnd): Exclude<AgentEnd['why'], 'stopped'> | undefined {
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
