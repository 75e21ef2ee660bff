import { timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  closeWith,
  createCork,
  type ExchangeCall,
  encodeExchangeReply,
  exchangesMax,
  type ProtocolLimits,
  parseExchangeCall,
} from '@bridge/agent-protocol'
import type { Tracing } from '@bridge/platform/tracing'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { GatewayMetrics } from '../runtime/gateway-metrics.ts'
import { createJob, type Job } from '../sessions/job.ts'
import { traceExchange } from './trace-exchange.ts'

interface ServerLinksOptions {
  readonly machineSecret: string
  readonly machineSecretsAccepted?: readonly string[]
  readonly limits: ProtocolLimits
  readonly clock: () => Date
  readonly logger: Logger
  /** How long a server may be silent, in milliseconds; servers ping. */
  readonly deadAfterMs: number
  readonly findSession: (call: ExchangeCall) => ExchangeSession | undefined
  readonly metrics?: Pick<GatewayMetrics, 'beginExchange' | 'recordOutcome'> | undefined
  readonly tracing?: Pick<Tracing, 'start'> | undefined
}

/** What carries the requests of a realm. */
export interface ExchangeSession {
  submit(job: Job): void
  /** Removes a request whose caller disconnected, unless it was sent. */
  abandon(job: Job): void
}

interface ServerLink {
  readonly socket: WebSocket
  readonly jobs: Map<Job, ExchangeSession>
  lastMessageAt: number
}

/** The sockets of servers. Each carries any number of calls at a time; their outcomes return in any order. */
export function createServerLinks({
  machineSecret,
  machineSecretsAccepted = [],
  limits,
  clock,
  logger,
  deadAfterMs,
  findSession,
  metrics,
  tracing,
}: ServerLinksOptions) {
  const links = new Set<ServerLink>()
  const expected = [machineSecret, ...machineSecretsAccepted].map((secret) => Buffer.from(`Bearer ${secret}`))

  const add = (socket: WebSocket, stream: Duplex): void => {
    const link: ServerLink = { socket, jobs: new Map(), lastMessageAt: clock().getTime() }
    const { jobs } = link
    const cork = createCork(() => stream, setImmediate)

    const dispatch = (received: ExchangeCall, payload: Uint8Array): void => {
      const startedAt = performance.now()
      const trace = received.traceparent === undefined ? undefined : traceExchange(received, { tracing, logger })
      const call = trace?.call ?? received
      const end = metrics?.beginExchange(call)
      const job = createJob(call, payload, (outcome) => {
        jobs.delete(job)
        end?.()
        metrics?.recordOutcome(outcome, performance.now() - startedAt)
        trace?.end(job, outcome)
        if (socket.readyState !== WebSocket.OPEN) return
        cork()
        socket.send(encodeExchangeReply({ id: call.id, outcome }))
      })
      const session = findSession(call)
      if (session === undefined) job.complete({ sent: false, reason: 'not-mine' })
      else if (jobs.size >= exchangesMax) job.complete({ sent: false, reason: 'busy' })
      else {
        jobs.set(job, session)
        session.submit(job)
      }
    }
    const onMessage = (data: RawData, isBinary: boolean): void => {
      // Calls after the close frame are not accepted, and the close code says so.
      if (socket.readyState !== WebSocket.OPEN) return
      link.lastMessageAt = clock().getTime()
      const call = isBinary ? parseExchangeCall(data as Buffer, limits) : undefined
      if (call !== undefined) dispatch(call.header, call.payload)
      else socket.close(...closeWith('protocolError', 'not an exchange call'))
    }

    links.add(link)
    socket.on('message', onMessage)
    socket.on('ping', () => {
      link.lastMessageAt = clock().getTime()
    })
    socket.on('error', (error) => logger.warn({ err: error }, 'server socket failed'))
    socket.on('close', () => {
      links.delete(link)
      for (const [job, session] of jobs) session.abandon(job)
    })
  }

  return {
    /** Returns whether an `Authorization` header carries a machine secret that is accepted. */
    isServer: (authorization: string | undefined): boolean => {
      const actual = Buffer.from(authorization ?? '')
      return expected.some((secret) => actual.length === secret.length && timingSafeEqual(actual, secret))
    },

    /** Accepts calls from a server's socket; `stream` is the connection below it. */
    add,

    /** Returns the number of servers, and of their requests whose outcome is due. */
    count: () => ({ servers: links.size, requests: [...links].reduce((sum, { jobs }) => sum + jobs.size, 0) }),

    /** Ends the sockets of servers that were silent for too long. */
    endSilent: (): void => {
      const now = clock().getTime()
      for (const { socket, lastMessageAt } of links) if (now - lastMessageAt > deadAfterMs) socket.terminate()
    },

    /** Closes every socket, after the outcomes that were reported so far. */
    closeAll: (): void => {
      for (const { socket } of links) socket.close(...closeWith('draining'))
    },
  }
}
