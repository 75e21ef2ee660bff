import {
  branch,
  findRequestViolations,
  leaf,
  type MessageSet,
  type MessageSetResponse,
  type QbxmlResponse,
  type Sliced,
} from '@bridge/qbxml'
import type { StoredMessageSet, StoredResponse } from '../books/stored-message-set.ts'
import { findHandler, runRequest, toFailedResult, toResponse } from '../handlers/request-handlers.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { Unsupported } from '../requests/status-error.ts'
import { computeChecksum } from './checksum.ts'

const maxIdCharacters = 23

/** Outcomes are kept for the 7 days in which a client may retry, plus half a day. */
const keptSeconds = 7.5 * 24 * 60 * 60
/** The most outcomes; the latest ones are kept. */
const maxStored = 100_000
/** Expired outcomes are removed once per this many additions. */
const additionsPerCleanup = 100

/**
 * Runs a message set, a slice for each request. With a newMessageSetID it runs once: a repeated one returns the stored outcome. Throws
 * `Unsupported` or `RecordLimit`.
 */
export function* runMessageSet(set: MessageSet, context: RequestContext): Sliced<MessageSetResponse> {
  const { newMessageSetId: next, oldMessageSetId: old } = set
  if (next === undefined && old === undefined) return { responses: toResponses(yield* runRequests(set, context)) }
  const status = clearOutcomes(next, old, context)
  if (status !== undefined || next === undefined) return withId(next, status ?? 0, [])

  const stored = context.books.messageSets.get(next)
  if (old === next) return stored === undefined ? withId(next, 9002, []) : withId(next, 0, toStoredResponses(stored))
  const checksum = computeChecksum(set.requests)
  if (stored !== undefined) {
    return stored.checksum === checksum ? withId(next, 0, toStoredResponses(stored)) : withId(next, 9001, [])
  }
  const ran = yield* runRequests(set, context)
  storeOutcome(next, checksum, ran, context)
  return withId(next, 0, toResponses(ran))
}

interface Ran {
  readonly response: QbxmlResponse
  readonly result: RequestResult
}

function toResponses(ran: readonly Ran[]): readonly QbxmlResponse[] {
  return ran.map((each) => each.response)
}

function* runRequests(set: MessageSet, context: RequestContext): Sliced<readonly Ran[]> {
  const ran: Ran[] = []
  let hasFailed = false
  for (const request of set.requests) {
    if (ran.length > 0) yield
    const handler = findHandler(request.name)
    if (handler === undefined) throw new Unsupported(request.name)
    const wrong = findRequestViolations(request).find((violation) => violation.kind === 'value')
    const result: RequestResult =
      hasFailed && set.onError === 'stopOnError'
        ? toFailedResult(3231, 'The request has not been processed.')
        : wrong === undefined
          ? runRequest(request, handler, context)
          : toFailedResult(wrong.statusCode, wrong.statusMessage)
    hasFailed ||= result.statusSeverity === 'Error'
    ran.push({ response: toResponse(request, result), result })
  }
  return ran
}

/** Clears the outcomes that oldMessageSetID selects, and returns the status if that completes the message set. */
function clearOutcomes(
  next: string | undefined,
  old: string | undefined,
  { books }: RequestContext,
): number | undefined {
  if (next !== undefined && (next === '' || next.length > maxIdCharacters)) return 9004
  if (old === undefined || old === next) return undefined
  if (old === 'ClearAllMessageSets') {
    for (const id of [...books.messageSets.keys()]) books.remove('MessageSet', id)
    return next === undefined ? 0 : undefined
  }
  if (old.length > maxIdCharacters) return 9004
  const exists = books.messageSets.has(old)
  books.remove('MessageSet', old)
  if (next !== undefined) return undefined
  return exists ? 0 : 600
}

function withId(
  next: string | undefined,
  messageSetStatusCode: number,
  responses: readonly QbxmlResponse[],
): MessageSetResponse {
  return {
    ...(next === undefined ? {} : { newMessageSetId: next }),
    messageSetStatusCode,
    responses,
  }
}

// A stored outcome has no Ret, only the written record's ID and EditSequence.
function toStoredResponses(stored: StoredMessageSet): readonly QbxmlResponse[] {
  return stored.responses.map((each): QbxmlResponse => {
    const recovery = Object.entries(each.recovery ?? {}).map(([name, text]) => leaf(name, text))
    const hasRecovery = recovery.length > 0 && each.name !== 'ListDelRs'
    return {
      name: each.name,
      ...(each.requestId === null ? {} : { requestId: each.requestId }),
      statusCode: each.statusCode,
      statusSeverity: each.statusSeverity === 'Error' ? 'Error' : each.statusSeverity === 'Warn' ? 'Warn' : 'Info',
      statusMessage: each.statusMessage,
      elements: hasRecovery ? [branch('ErrorRecovery', recovery)] : [],
    }
  })
}

function storeOutcome(id: string, checksum: string, ran: readonly Ran[], { books, now }: RequestContext): void {
  const responses = ran.map(
    ({ response, result }): StoredResponse => ({
      name: response.name,
      requestId: response.requestId ?? null,
      statusCode: response.statusCode,
      statusSeverity: response.statusSeverity,
      statusMessage: response.statusMessage,
      recovery: result.recovery ?? null,
    }),
  )
  if (books.messageSets.size % additionsPerCleanup === additionsPerCleanup - 1) {
    for (const old of outdated(books.messageSets, now)) books.remove('MessageSet', old)
  }
  const stored: StoredMessageSet = { checksum, stored: now, responses }
  books.put('MessageSet', id, stored)
}

function outdated(sets: ReadonlyMap<string, StoredMessageSet>, now: number): readonly string[] {
  const latestFirst = [...sets].sort(([, one], [, other]) => other.stored - one.stored)
  return latestFirst
    .filter(([, { stored }], index) => index >= maxStored || stored <= now - keptSeconds)
    .map(([id]) => id)
}
