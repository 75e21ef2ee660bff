import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { CallTrace } from './call-trace.ts'
import { redact } from './redact.ts'
import { deleteOldRequests, insertRequests, type RequestRow } from './request-log.store.ts'

/** A call to the data plane and its response. */
export interface LoggedCall {
  readonly realmId: RealmId
  /** `X-Request-Id` of the response. */
  readonly traceId: string
  readonly method: string
  /** Without the query, which may contain customers' data. */
  readonly path: string
  readonly status: number
  readonly code?: string
  readonly requestId?: string
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
  /** Only if the realm keeps bodies. */
  readonly texts?: { readonly query: string; readonly body: string; readonly response: string }
}

/** Logs the requests of the data plane for their owners, in the background. */
export interface RequestLog {
  add(call: LoggedCall): void
  /** Stores the calls that were added so far. */
  flush(): Promise<void>
  /** Stores the rest and stops the timer. */
  close(): Promise<void>
}

const flushMs = 1_000
const batchMax = 200
const queuedCharactersMax = 32 * 1024 * 1024
const queuedMax = 5_000
const textCharactersMax = 16 * 1024
/** The exchanges of a call that are kept. */
const exchangesMax = 20
const sweepMs = 10 * 60_000
const hourMs = 3_600_000
const noTrace: CallTrace = { exchanges: [] }

/** The age up to which bodies are kept. */
export const bodiesMs = 72 * hourMs

/** The age up to which requests are kept: the days of the billing summary. */
const requestsMs = 30 * 24 * hourMs

/**
 * Stores requests in batches, every second, and deletes old ones every 10 minutes. No call waits for it or fails because
 * of it: requests that cannot be stored, or arrive too fast, are dropped and counted in the server's log.
 */
export function createRequestLog({
  database,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'clock' | 'logger'>): RequestLog {
  let queued: { readonly call: LoggedCall; readonly createdAt: Date }[] = []
  let queuedCharacters = 0
  let dropped = 0
  let nextSweepAt = 0
  let flushing: Promise<void> = Promise.resolve()

  const sweep = async () => {
    const now = clock().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepMs
    try {
      await deleteOldRequests(database, {
        bodiesBefore: new Date(now - bodiesMs),
        requestsBefore: new Date(now - requestsMs),
      })
    } catch (error) {
      logger.warn({ err: error }, 'Could not delete old requests from the request log; trying again in 10 minutes')
    }
  }

  const store = async () => {
    const batchable = queued
    queued = []
    queuedCharacters = 0
    for (let from = 0; from < batchable.length; from += batchMax) {
      const batch = batchable.slice(from, from + batchMax)
      try {
        await insertRequests(database, batch.map(toRow))
      } catch (error) {
        dropped += batch.length
        logger.warn({ err: error }, 'Could not store requests in the request log')
      }
    }
    if (dropped > 0) logger.warn({ dropped }, 'Requests are missing in the request log')
    dropped = 0
    await sweep()
  }

  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(flush, flushMs).unref()

  return {
    add(call) {
      if (queued.length >= queuedMax || queuedCharacters > queuedCharactersMax) {
        dropped += 1
        return
      }
      queued.push({ call, createdAt: new Date(clock().getTime() - call.totalMs) })
      queuedCharacters += countCharacters(call)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function toRow({ call, createdAt }: { readonly call: LoggedCall; readonly createdAt: Date }): RequestRow {
  const { trace = noTrace, texts, code, requestId } = call
  return {
    id: randomUUID(),
    traceId: call.traceId,
    realmId: call.realmId,
    createdAt: createdAt.toISOString(),
    method: call.method,
    path: toStorable(call.path),
    status: call.status,
    code: code ?? null,
    requestId: requestId === undefined ? null : toStorable(requestId),
    totalMs: roundToTenths(call.totalMs),
    queueMs: roundToTenths(trace.queueMs),
    gatewayMs: roundToTenths(trace.gatewayMs),
    desktopMs: roundToTenths(trace.desktopMs),
    bodies: texts
      ? {
          query: toStorable(decodeQuery(texts.query)),
          request: toStorable(texts.body),
          answer: toStorable(texts.response),
          exchanges: trace.exchanges.slice(0, exchangesMax).map(({ request, response, reason }) => ({
            request: toStorable(request),
            answer: response === undefined ? null : toStorable(response),
            why: reason ?? null,
          })),
          exchangesLeftOut: Math.max(0, trace.exchanges.length - exchangesMax),
        }
      : null,
  }
}

/** Shortens a text and removes secrets, and characters that PostgreSQL's JSON does not allow: NUL and lone surrogates. */
function toStorable(text: string): string {
  const begin = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
  return redact(begin).replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
}

function roundToTenths<Ms extends number | undefined>(ms: Ms) {
  return (ms === undefined ? null : Math.round(ms * 10) / 10) as Ms extends undefined ? number | null : number
}

/** Decodes the query of a URL, so that secrets can be found in it; broken escapes stay. */
function decodeQuery(query: string): string {
  return query
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}

function countCharacters({ texts, trace = noTrace }: LoggedCall): number {
  if (!texts) return 0
  const { query, body, response } = texts
  return trace.exchanges.reduce(
    (sum, { request, response: received = '' }) => sum + request.length + received.length,
    query.length + body.length + response.length,
  )
}
