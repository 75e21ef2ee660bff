import { childText, type Element } from '@bridge/qbxml'
import type { Pending } from '../requests/iterators.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'

/** A query's results before paging. */
export interface Found {
  readonly pending: readonly Pending[]
  /** The request's first missing ID or name. */
  readonly missing?: string
}

/**
 * Runs a query: returns the count, an iterator's page, or everything up to MaxReturned, with the status if nothing was
 * found.
 */
export function runQuery(request: Element, context: RequestContext, find: () => Found): RequestResult {
  const { iterator, iteratorID: iteratorId = '', metaData = 'NoMetaData' } = request.attributes ?? {}
  const max = getLimit(request)
  if (iterator === 'Stop') {
    context.iterators.stop(iteratorId)
    return { elements: [] }
  }
  if (iterator === 'Continue') {
    const { taken, remaining } = context.iterators.take(iteratorId, max)
    return { elements: taken.map((make) => make()), iteratorId, iteratorRemainingCount: remaining }
  }

  const { pending, missing } = find()
  const count = metaData === 'NoMetaData' ? {} : { retCount: pending.length }
  const status = getStatus(pending.length, missing)
  if (metaData === 'MetaDataOnly') return { elements: [], ...status, ...count }
  const elements = pending.slice(0, max).map((make) => make())
  if (iterator !== 'Start') return { elements, ...status, ...count }
  const rest = pending.slice(max)
  return {
    elements,
    ...status,
    ...count,
    iteratorId: context.iterators.start(rest),
    iteratorRemainingCount: rest.length,
  }
}

/** Returns as many passing values as a query needs; all if it counts or iterates. */
export function takeMatches<Value>(
  request: Element,
  values: Iterable<Value>,
  passes: (value: Value) => boolean,
): Value[] {
  const { iterator, metaData = 'NoMetaData' } = request.attributes ?? {}
  const needsAll = iterator !== undefined || metaData !== 'NoMetaData'
  const max = needsAll ? Number.POSITIVE_INFINITY : getLimit(request)
  const matches: Value[] = []
  for (const value of values) {
    if (matches.length >= max) break
    if (passes(value)) matches.push(value)
  }
  return matches
}

function getLimit(request: Element): number {
  return Number(childText(request, 'MaxReturned') || Number.POSITIVE_INFINITY)
}

function getStatus(found: number, missing: string | undefined): Partial<RequestResult> {
  if (missing !== undefined) {
    return {
      statusCode: 500,
      statusSeverity: 'Warn',
      statusMessage: `The query request has not been fully completed. There was a required element ("${missing}") that could not be found in QuickBooks.`,
    }
  }
  if (found > 0) return {}
  return {
    statusCode: 1,
    statusSeverity: 'Info',
    statusMessage: 'A query request did not find a matching object in QuickBooks',
  }
}
