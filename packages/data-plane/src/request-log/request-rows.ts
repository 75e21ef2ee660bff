import { randomUUID } from 'node:crypto'
import { redact } from '@bridge/platform/redact'
import type { TracedText } from './call-trace.ts'
import { describeCall, findQueriedEntity, toEntityName } from './describe-call.ts'
import type { HeldCall, HeldTexts } from './held-call.ts'
import type { LoggedItem } from './logged-call.ts'
import { pickResponseHeaders } from './logged-headers.ts'
import { pickLoggedQuery } from './logged-query.ts'
import type { ItemFailureRow, LoggedBodies, RequestRow } from './request-log.store.ts'

/** Kept characters per path, header or other short text. */
const maxTextCharacters = 64 * 1024
const maxQueryTextCharacters = 4_000
const maxFieldCharacters = 250
/** Characters searched for secrets in one slice. */
const sliceCharacters = 64 * 1024

/** Encodes rows as a JSON array, in slices: a call may have hundreds of thousands of characters to search for secrets. */
export function* encodeRows(calls: readonly HeldCall[]): Generator<void, string> {
  const rows: string[] = []
  let characters = 0
  for (const call of calls) {
    rows.push(JSON.stringify(toRow(call)))
    characters += call.characters
    if (characters < sliceCharacters) continue
    characters = 0
    yield
  }
  return `[${rows.join()}]`
}

function toRow({ call, createdAt, texts, queryText }: HeldCall): RequestRow {
  const { realmId, trace, code, field, warnings, itemFailures, requestId } = call
  const toStorable = createStorable(realmId)
  return {
    id: randomUUID(),
    traceId: call.traceId,
    realmId,
    clientId: call.clientId,
    source: call.source,
    createdAt: createdAt.toISOString(),
    method: call.method,
    path: toStorable(call.path),
    ...describeCall({ method: call.method, path: call.path, kind: call.kind, entity: call.entity, queryText }),
    status: call.status,
    code,
    field: field && toStorable(withoutLineNumbers(field), maxFieldCharacters),
    warnings: warnings?.map((warning) => toStorable(warning)),
    itemFailures: itemFailures?.map((item) => toItemRow(item, toStorable)),
    requestId: requestId && toStorable(requestId),
    queryText: queryText && toStorable(queryText.trim(), maxQueryTextCharacters),
    totalMs: roundToTenths(call.totalMs),
    queueMs: trace?.queueMs && roundToTenths(trace.queueMs),
    gatewayMs: trace?.gatewayMs && roundToTenths(trace.gatewayMs),
    desktopMs: trace?.desktopMs && roundToTenths(trace.desktopMs),
    bodies: texts && toBodies(call.path, texts, toStorable),
  }
}

function toItemRow(
  { kind, entity, queryText, status, code, field }: LoggedItem,
  toStorable: ToStorable,
): ItemFailureRow {
  const name = entity ?? findQueriedEntity(queryText)
  return {
    operation: kind,
    entity: toEntityName(name),
    status,
    code,
    field: field ? toStorable(withoutLineNumbers(field), maxFieldCharacters) : null,
  }
}

function toBodies(path: string, texts: HeldTexts, toStorable: ToStorable): LoggedBodies {
  const { query, body, response, exchanges } = texts
  const toBeginning = ({ text, characters }: TracedText): string => toStorable(text, text.length, characters)
  return {
    query: toStorable(pickLoggedQuery(path, query)),
    requestHeaders: toStorableHeaders(texts.requestHeaders, toStorable),
    request: toBeginning(body),
    requestCharacters: body.characters,
    answerHeaders: toStorableHeaders(pickResponseHeaders(texts.responseHeaders), toStorable),
    answer: toBeginning(response),
    answerCharacters: response.characters,
    exchanges: exchanges.map((exchange) => ({
      request: toBeginning(exchange.request),
      requestCharacters: exchange.request.characters,
      answer: exchange.response === undefined ? null : toBeginning(exchange.response),
      answerCharacters: exchange.response?.characters ?? 0,
      why: exchange.reason ?? null,
    })),
    exchangesLeftOut: texts.exchangesLeftOut,
    plan: texts.plan === undefined ? null : toStorable(texts.plan),
  }
}

function toStorableHeaders(
  headers: Readonly<Record<string, string>>,
  toStorable: ToStorable,
): Readonly<Record<string, string>> {
  // One search for all takes less time than one each.
  const values = Object.values(headers).join('\n')
  if (toStorable(values) === values) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toStorable(value)]))
}

/** Returns a field's path for all lines: `Line[].Amount`. */
function withoutLineNumbers(field: string): string {
  return field.replaceAll(/\[\d+\]/g, '[]')
}

/** Returns a storable text beginning. */
type ToStorable = (text: string, maxCharacters?: number, characters?: number) => string

/** Removes secrets, and characters forbidden in PostgreSQL's JSON: NUL and lone surrogates. */
function createStorable(realmId: string): ToStorable {
  return (text, maxCharacters = maxTextCharacters, characters = text.length) => {
    const beginning = text.length > maxCharacters ? text.slice(0, maxCharacters) : text
    const isCut = beginning.length < characters
    const redacted = redact(beginning, { isCut, realmId }) + (isCut ? '…' : '')
    const isStorable = redacted.isWellFormed() && !redacted.includes('\0')
    return isStorable ? redacted : redacted.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
  }
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
