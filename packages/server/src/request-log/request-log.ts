import { randomUUID } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '../runtime/dependencies.ts'
import { runInSlices } from '../runtime/run-in-slices.ts'
import { type CallTrace, loggedTexts, type TracedExchange, type TracedText } from './call-trace.ts'
import { describeCall, findQueriedEntity, toEntityName } from './describe-call.ts'
import { type BatchLimits, toBatches } from './log-batches.ts'
import { redact } from './redact.ts'
import {
  deleteOldRequests,
  type ItemFailureRow,
  insertRequests,
  type LoggedBodies,
  type RequestRow,
} from './request-log.store.ts'

/** A call to the data plane and its response. */
export interface LoggedCall {
  readonly realmId: RealmId
  /** `X-Request-Id` of the response. */
  readonly traceId: string
  /** Absent for a call that the service makes for a user. */
  readonly clientId?: string
  /** Who made the call: `api`, `explorer` or `replay`. */
  readonly source: string
  readonly method: string
  /** Without the query, which may contain customers' data. */
  readonly path: string
  /** The kind of the parsed request; absent if it could not be parsed. */
  readonly kind?: string
  /** The entity of the parsed request. */
  readonly entity?: string
  readonly status: number
  readonly code?: string
  /** The path of the field that the fault names. */
  readonly field?: string
  /** All warnings of a success, with every field that was not kept as it was sent. */
  readonly warnings?: readonly string[]
  /** Failed items of a batch, or entities of a request for changes. */
  readonly itemFailures?: readonly LoggedItem[]
  readonly requestId?: string
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
  /** Only if the realm keeps bodies. */
  readonly texts?: CallTexts
}

/** An item of a call that failed, with what it asked for. */
export interface LoggedItem {
  readonly kind: string
  /** As the caller wrote it. */
  readonly entity?: string
  readonly queryText?: string
  readonly status: number
  readonly code: string
  readonly field?: string
}

/** The texts of a call, whole and with secrets. */
export interface CallTexts {
  /** The query of the URL. */
  readonly query: string
  readonly requestHeaders: Headers
  readonly body: string
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly response: string
  /** The text of a query, from the URL or the body. */
  readonly queryText?: string
  /** How the query was run. */
  readonly plan?: string
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
/** Preparing a batch keeps other requests waiting for a few milliseconds. */
const batchLimits: BatchLimits = { countMax: 200, charactersMax: 512 * 1024 }
const queuedCharactersMax = 32 * 1024 * 1024
const queuedMax = 5_000
/** The characters of a request that are kept: all of them, so that it can be replayed. */
const requestCharactersMax = 2 * 1024 * 1024
/** The characters of a response that are kept. */
const textCharactersMax = 64 * 1024
const queryTextCharactersMax = 4_000
const fieldCharactersMax = 250
const sweepMs = 10 * 60_000
const hourMs = 3_600_000
const noTrace: CallTrace = { exchanges: [], exchangesLeftOut: 0 }

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
  let queued: QueuedCall[] = []
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
    const calls = queued
    queued = []
    queuedCharacters = 0
    for (const batch of toBatches(calls, batchLimits)) {
      try {
        await insertRequests(database, await runInSlices(toRows(batch)))
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
      const characters = countCharacters(call)
      queued.push({ call, createdAt: new Date(clock().getTime() - call.totalMs), characters })
      queuedCharacters += characters
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

interface QueuedCall {
  readonly call: LoggedCall
  readonly createdAt: Date
  readonly characters: number
}

/** Returns the rows of calls, in slices: a call may have hundreds of thousands of characters in which secrets are searched. */
function* toRows(calls: readonly QueuedCall[]): Generator<void, RequestRow[]> {
  const rows: RequestRow[] = []
  for (const call of calls) {
    rows.push(toRow(call))
    if (call.characters > 0) yield
  }
  return rows
}

function toRow({ call, createdAt }: QueuedCall): RequestRow {
  const { trace = noTrace, texts, code, field, warnings, itemFailures, requestId } = call
  const queryText = texts?.queryText
  return {
    id: randomUUID(),
    traceId: call.traceId,
    realmId: call.realmId,
    clientId: call.clientId ?? null,
    source: call.source,
    createdAt: createdAt.toISOString(),
    method: call.method,
    path: toStorable(call.path),
    ...describeCall({ ...call, ...(queryText !== undefined && { queryText }) }),
    status: call.status,
    code: code ?? null,
    field: toStorableField(field),
    warnings: warnings?.map((warning) => toStorable(warning)) ?? null,
    itemFailures: itemFailures?.map(toItemRow) ?? null,
    requestId: requestId === undefined ? null : toStorable(requestId),
    queryText: queryText === undefined ? null : toStorable(queryText.trim(), queryTextCharactersMax),
    totalMs: roundToTenths(call.totalMs),
    queueMs: roundToTenths(trace.queueMs),
    gatewayMs: roundToTenths(trace.gatewayMs),
    desktopMs: roundToTenths(trace.desktopMs),
    bodies: texts ? toBodies(texts, trace) : null,
  }
}

function toItemRow({ kind, entity, queryText, status, code, field }: LoggedItem): ItemFailureRow {
  const name = entity ?? findQueriedEntity(queryText)
  return { operation: kind, entity: toEntityName(name), status, code, field: toStorableField(field) }
}

function toStorableField(field: string | undefined): string | null {
  return field === undefined ? null : toStorable(withoutLineNumbers(field), fieldCharactersMax)
}

function toBodies(texts: CallTexts, { exchanges, exchangesLeftOut }: CallTrace): LoggedBodies {
  const { exchangesMax } = loggedTexts
  return {
    query: toStorable(decodeQuery(texts.query)),
    requestHeaders: toStorableHeaders(Object.fromEntries(texts.requestHeaders)),
    request: toStorable(texts.body, requestCharactersMax),
    requestCharacters: texts.body.length,
    answerHeaders: toStorableHeaders(texts.responseHeaders),
    answer: toStorable(texts.response),
    answerCharacters: texts.response.length,
    exchanges: toExchanges(exchanges.slice(0, exchangesMax)),
    exchangesLeftOut: exchangesLeftOut + Math.max(0, exchanges.length - exchangesMax),
    plan: texts.plan === undefined ? null : toStorable(texts.plan),
  }
}

/** Keeps the beginning of each message set until the limit of the call is reached. */
function toExchanges(exchanges: readonly TracedExchange[]): LoggedBodies['exchanges'] {
  let left = loggedTexts.charactersMax
  const keep = ({ text, characters }: TracedText) => {
    const kept = Math.min(text.length, left, loggedTexts.textCharactersMax)
    left -= kept
    return `${toStorable(text.slice(0, kept))}${kept < characters ? '…' : ''}`
  }
  return exchanges.map(({ request, response, reason }) => ({
    request: keep(request),
    requestCharacters: request.characters,
    answer: response === undefined ? null : keep(response),
    answerCharacters: response?.characters ?? 0,
    why: reason ?? null,
  }))
}

/** Headers of requests that explain a call. All others, above all credentials, are left out. */
const keptHeaders: ReadonlySet<string> = new Set([
  'accept',
  'content-encoding',
  'content-length',
  'content-type',
  'user-agent',
  'x-request-id',
  'x-svc-plan',
  'x-svc-warning',
  'retry-after',
  'cache-control',
])

function toStorableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.has(name.toLowerCase()))
  return Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), toStorable(value)]))
}

/** Returns the path of a field for all lines: `Line[].Amount`. */
function withoutLineNumbers(field: string): string {
  return field.replaceAll(/\[\d+\]/g, '[]')
}

/** Shortens a text and removes secrets, and characters that PostgreSQL's JSON does not allow: NUL and lone surrogates. */
function toStorable(text: string, charactersMax = textCharactersMax): string {
  const begin = text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
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
    (sum, { request, response: received }) => sum + request.text.length + (received?.text.length ?? 0),
    query.length + body.length + response.length,
  )
}
