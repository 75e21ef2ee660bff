import { timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  closeWith,
  createCork,
  type ExchangeCall,
  encodeExchangeReply,
  maxExchanges,
  type ProtocolLimits,
  parseExchangeCall,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { Tracing } from '../tracing/tracing.ts'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { createJob, type Job } from './job.ts'
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
  readonly metrics?: ExchangeMetrics | undefined
  readonly tracing?: Pick<Tracing, 'start'> | undefined
}

/** What carries a realm's requests. */
export interface ExchangeSession {
  submit(job: Job): void
  /** Removes a request whose caller disconnected, unless it was sent. */
  abandon(job: Job): void
}

interface ServerLink {
  readonly socket: WebSocket
  readonly jobs: Map<Job, ExchangeSession>
  /** Delays writes to the connection, so the outcomes of one event loop turn share a packet. */
  readonly cork: () => void
  lastMessageAt: number
}

/** The servers' sockets. Each carries many calls at a time; outcomes return in any order. */
export class ServerLinks {
  readonly #options: ServerLinksOptions
  readonly #links = new Set<ServerLink>()
  readonly #expected: readonly Buffer[]

  constructor(options: ServerLinksOptions) {
    this.#options = options
    const { machineSecret, machineSecretsAccepted = [] } = options
    this.#expected = [machineSecret, ...machineSecretsAccepted].map((secret) => Buffer.from(`Bearer ${secret}`))
  }

  /** Whether an `Authorization` header carries an accepted machine secret. */
  isServer(authorization: string | undefined): boolean {
    const actual = Buffer.from(authorization ?? '')
    return this.#expected.some((secret) => actual.length === secret.length && timingSafeEqual(actual, secret))
  }

  /** Accepts calls from a server's socket; `stream` is the connection below it. */
  add(socket: WebSocket, stream: Duplex): void {
    const link: ServerLink = {
      socket,
      jobs: new Map(),
      cork: createCork(() => stream, setImmediate),
      lastMessageAt: this.#now(),
    }
    this.#links.add(link)
    socket.on('message', (data, isBinary) => this.#onMessage(link, data, isBinary))
    socket.on('ping', () => {
      link.lastMessageAt = this.#now()
    })
    socket.on('error', (error) => this.#options.logger.warn({ err: error }, 'server socket failed'))
    socket.on('close', () => {
      this.#links.delete(link)
      for (const [job, session] of link.jobs) session.abandon(job)
    })
  }

  /** Counts the servers and their pending requests. */
  count(): { readonly servers: number; readonly requests: number } {
    return { servers: this.#links.size, requests: [...this.#links].reduce((sum, { jobs }) => sum + jobs.size, 0) }
  }

  /** Terminates the sockets of silent servers. */
  endSilent(): void {
    const now = this.#now()
    for (const { socket, lastMessageAt } of this.#links) {
      if (now - lastMessageAt > this.#options.deadAfterMs) socket.terminate()
    }
  }

  /** Closes every socket after the outcomes reported so far. */
  closeAll(): void {
    for (const { socket } of this.#links) socket.close(...closeWith('draining'))
  }

  #now(): number {
    return this.#options.clock().getTime()
  }

  #onMessage(link: ServerLink, data: RawData, isBinary: boolean): void {
    // Calls after the close frame are not accepted, and the close code says so.
    if (link.socket.readyState !== WebSocket.OPEN) return
    link.lastMessageAt = this.#now()
    const call = isBinary ? parseExchangeCall(data as Buffer, this.#options.limits) : undefined
    if (call !== undefined) this.#dispatch(link, call.header, call.payload)
    else link.socket.close(...closeWith('protocolError', 'not an exchange call'))
  }

  #dispatch({ socket, jobs, cork }: ServerLink, received: ExchangeCall, payload: Uint8Array): void {
    const { tracing, logger, metrics, findSession } = this.#options
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
    else if (jobs.size >= maxExchanges) job.complete({ sent: false, reason: 'busy' })
    else {
      jobs.set(job, session)
      session.submit(job)
    }
  }
}
