import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '../dependencies.ts'
import type { CallTrace } from './call-trace.ts'
import { redact } from './redact.ts'
import { addRequests, type RequestRow, removeOld } from './request-log.store.ts'

/** What a call was and came to. */
export interface LoggedCall {
  readonly realmId: RealmId
  /** `X-Request-Id` of the answer. */
  readonly traceId: string
  readonly method: string
  /** Without the query, which may hold customers' data. */
  readonly path: string
  readonly status: number
  readonly code?: string
  readonly requestId?: string
  readonly totalMs: number
  readonly trace: CallTrace
  /** Where the realm keeps bodies. */
  readonly texts?: { readonly query: string; readonly body: string; readonly answer: string }
}

/** Keeps the requests of the data plane for their owners, off their path. */
export interface RequestLog {
  add(call: LoggedCall): void
  /** Stores what was added so far. */
  flush(): Promise<void>
  /** Stores the rest and ends the timer. */
  close(): Promise<void>
}

const flushMs = 1_000
const batchMax = 200
const waitingCharactersMax = 32 * 1024 * 1024
const waitingMax = 5_000
/** How much of each text is kept. */
const textCharactersMax = 16 * 1024
/** How many exchanges of a call are kept. */
const exchangesMax = 20
const sweepMs = 10 * 60_000
const hourMs = 3_600_000

/** How long bodies are kept. */
export const bodiesMs = 72 * hourMs

/** How long the line of a request is kept, the days that the billing summary covers. */
const linesMs = 30 * 24 * hourMs

/**
 * Stores requests in batches, every second. What cannot be stored, or comes faster than it can be stored, is lost and
 * counted in the server's log: no call waits for it or fails with it. Every 10 minutes what is too old is cleared away.
 */
export function createRequestLog({
  database,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'clock' | 'logger'>): RequestLog {
  let waiting: { readonly call: LoggedCall; readonly createdAt: Date }[] = []
  let waitingCharacters = 0
  let lost = 0
  let nextSweepAt = 0
  let flushing: Promise<void> = Promise.resolve()

  const sweep = async () => {
    const now = clock().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepMs
    try {
      await removeOld(database, { bodiesBefore: new Date(now - bodiesMs), linesBefore: new Date(now - linesMs) })
    } catch (error) {
      logger.warn({ err: error }, 'Old lines of the request log were not removed; the next attempt is in 10 minutes')
    }
  }

  const store = async () => {
    const taken = waiting
    waiting = []
    waitingCharacters = 0
    for (let from = 0; from < taken.length; from += batchMax) {
      const batch = taken.slice(from, from + batchMax)
      try {
        await addRequests(database, batch.map(rowOf))
      } catch (error) {
        lost += batch.length
        logger.warn({ err: error }, 'Requests were not logged')
      }
    }
    if (lost > 0) logger.warn({ lost }, 'Requests are missing in the request log')
    lost = 0
    await sweep()
  }

  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(flush, flushMs).unref()

  return {
    add(call) {
      if (waiting.length >= waitingMax || waitingCharacters > waitingCharactersMax) {
        lost += 1
        return
      }
      waiting.push({ call, createdAt: new Date(clock().getTime() - call.totalMs) })
      waitingCharacters += charactersOf(call)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function rowOf({ call, createdAt }: { readonly call: LoggedCall; readonly createdAt: Date }): RequestRow {
  const { trace, texts, code, requestId } = call
  return {
    id: randomUUID(),
    traceId: call.traceId,
    realmId: call.realmId,
    createdAt: createdAt.toISOString(),
    method: call.method,
    path: storable(call.path),
    status: call.status,
    code: code ?? null,
    requestId: requestId === undefined ? null : storable(requestId),
    totalMs: tenths(call.totalMs),
    queueMs: tenths(trace.queueMs),
    gatewayMs: tenths(trace.gatewayMs),
    desktopMs: tenths(trace.desktopMs),
    bodies: texts
      ? {
          query: storable(decoded(texts.query)),
          request: storable(texts.body),
          answer: storable(texts.answer),
          exchanges: trace.exchanges.slice(0, exchangesMax).map(({ request, answer, why }) => ({
            request: storable(request),
            answer: answer === undefined ? null : storable(answer),
            why: why ?? null,
          })),
          exchangesLeftOut: Math.max(0, trace.exchanges.length - exchangesMax),
        }
      : null,
  }
}

/** The beginning of a text, without secrets and without what JSON of PostgreSQL cannot hold: NUL and lone surrogates. */
function storable(text: string): string {
  const begin = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
  return redact(begin).replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
}

function tenths<Ms extends number | undefined>(ms: Ms) {
  return (ms === undefined ? null : Math.round(ms * 10) / 10) as Ms extends undefined ? number | null : number
}

/** The query of an address as text, in which a secret can be found; escapes that are broken stay. */
function decoded(query: string): string {
  return query
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}

function charactersOf({ texts, trace }: LoggedCall): number {
  if (!texts) return 0
  const ofCall = texts.query.length + texts.body.length + texts.answer.length
  return trace.exchanges.reduce((sum, { request, answer = '' }) => sum + request.length + answer.length, ofCall)
}
