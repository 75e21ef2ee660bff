import { randomUUID } from 'node:crypto'
import type { JsonbArray } from '@bridge/database'
import type { TracedText } from './call-trace.ts'
import { describeCall, findQueriedEntity, toEntityName } from './describe-call.ts'
import type { HeldCall, HeldTexts } from './held-call.ts'
import type { LoggedItem } from './logged-call.ts'
import { pickResponseHeaders } from './logged-headers.ts'
import { redact } from './redact.ts'
import type { ItemFailureRow, LoggedBodies, RequestRow } from './request-log.store.ts'

/** The characters of a path, a header or another short text that are kept. */
const textCharactersMax = 64 * 1024
const queryTextCharactersMax = 4_000
const fieldCharactersMax = 250
/** The characters that are searched for secrets in one slice. */
const sliceCharacters = 64 * 1024

/**
 * Encodes the rows of calls, in slices: a call may have hundreds of thousands of characters in which secrets are
 * searched.
 */
export function* encodeRows(array: JsonbArray, calls: readonly HeldCall[]): Generator<void, Uint8Array> {
  let characters = 0
  array.begin()
  for (const call of calls) {
    array.add(toRow(call))
    characters += call.characters
    if (characters < sliceCharacters) continue
    characters = 0
    yield
  }
  return array.end()
}

function toRow({ call, createdAt, texts, queryText }: HeldCall): RequestRow {
  const { trace, code, field, warnings, itemFailures, requestId } = call
  return {
    id: randomUUID(),
    traceId: call.traceId,
    realmId: call.realmId,
    clientId: call.clientId,
    source: call.source,
    createdAt: createdAt.toISOString(),
    method: call.method,
    path: toStorable(call.path),
    ...describeCall({ method: call.method, path: call.path, kind: call.kind, entity: call.entity, queryText }),
    status: call.status,
    code,
    field: toStorableField(field),
    warnings: warnings?.map((warning) => toStorable(warning)),
    itemFailures: itemFailures?.map(toItemRow),
    requestId: requestId && toStorable(requestId),
    queryText: queryText && toStorable(queryText.trim(), queryTextCharactersMax),
    totalMs: roundToTenths(call.totalMs),
    queueMs: trace?.queueMs && roundToTenths(trace.queueMs),
    gatewayMs: trace?.gatewayMs && roundToTenths(trace.gatewayMs),
    desktopMs: trace?.desktopMs && roundToTenths(trace.desktopMs),
    bodies: texts && toBodies(texts),
  }
}

function toItemRow({ kind, entity, queryText, status, code, field }: LoggedItem): ItemFailureRow {
  const name = entity ?? findQueriedEntity(queryText)
  return { operation: kind, entity: toEntityName(name), status, code, field: toStorableField(field) ?? null }
}

function toStorableField(field: string | undefined): string | undefined {
  return field && toStorable(withoutLineNumbers(field), fieldCharactersMax)
}

function toBodies(texts: HeldTexts): LoggedBodies {
  const { query, body, response, exchanges } = texts
  return {
    query: toStorable(decodeQuery(query)),
    requestHeaders: toStorableHeaders(texts.requestHeaders),
    request: toStorableBeginning(body),
    requestCharacters: body.characters,
    answerHeaders: toStorableHeaders(pickResponseHeaders(texts.responseHeaders)),
    answer: toStorableBeginning(response),
    answerCharacters: response.characters,
    exchanges: exchanges.map((exchange) => ({
      request: toStorableBeginning(exchange.request),
      requestCharacters: exchange.request.characters,
      answer: exchange.response === undefined ? null : toStorableBeginning(exchange.response),
      answerCharacters: exchange.response?.characters ?? 0,
      why: exchange.reason ?? null,
    })),
    exchangesLeftOut: texts.exchangesLeftOut,
    plan: texts.plan === undefined ? null : toStorable(texts.plan),
  }
}

function toStorableHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // One search for all of them takes less time than one each.
  const values = Object.values(headers).join('\n')
  if (toStorable(values) === values) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toStorable(value)]))
}

/** Returns the path of a field for all lines: `Line[].Amount`. */
function withoutLineNumbers(field: string): string {
  return field.replaceAll(/\[\d+\]/g, '[]')
}

function toStorableBeginning({ text, characters }: TracedText): string {
  return `${toStorable(text, text.length)}${text.length < characters ? '…' : ''}`
}

/** Shortens a text and removes secrets, and characters that PostgreSQL's JSON does not allow: NUL and lone surrogates. */
function toStorable(text: string, charactersMax = textCharactersMax): string {
  const redacted = redact(text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text)
  const isStorable = redacted.isWellFormed() && !redacted.includes('\0')
  return isStorable ? redacted : redacted.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Decodes the query of a URL, so that secrets can be found in it; broken escapes stay. */
function decodeQuery(query: string): string {
  return query
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}
