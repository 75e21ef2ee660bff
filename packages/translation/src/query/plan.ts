import { Fault, faultOfStatus } from '@bridge/faults'
import { warningsOf } from '../outcome.ts'
import { arrange } from '../qbxml/arrange.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import type { Request, Response } from '../qbxml/message-set.ts'
import { isRecordOf, readRecord } from '../read.ts'
import { readAlong } from '../requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/row.ts'
import { evaluation } from './evaluate.ts'
import { propertyOf } from './property.ts'
import { pushDown } from './push-down.ts'
import type { Query } from './query.ts'

/** Records that one request fetches. */
const pageSize = 500
/** Records named in one request (facts/qbxml.md, section 14). */
const namesPerRequest = 100
/** Records that one query may fetch (specification, 4.3 rule 12). */
const scanMax = 5_000
const scanMaxWithLines = 1_000

/** Statuses that say: nothing of that kind here (facts/qbxml.md, section 4.4). */
const nothingFound = new Set([1, 500, 3000, 3120, 3140])

/** A query being run. It does no I/O: its caller exchanges the requests. */
export interface QueryRun {
  readonly table: EntityTable
  /** The next request; undefined when enough is known. */
  next(): Request | undefined
  /** Takes the answer to the last request. Throws the fault of an error status, and UNSUPPORTED_QUERY at the cap. */
  accept(response: Response): void
  /** The value of `QueryResponse`, and warnings for the header. */
  finish(): { readonly queryResponse: JsonObject; readonly warnings: readonly string[] }
}

/**
 * Plans a query over one entity: what QuickBooks is asked, and what is worked out from the records.
 * Throws 4000 and UNSUPPORTED_QUERY.
 *
 * @param table what the registry holds under `query.entity`
 */
export const planQuery = (query: Query, table: EntityTable, context: ReadContext): QueryRun => {
  if (table.kind === 'single') requireBare(query, table)
  const { matches, compare, project } = evaluation(query, table)
  const pushed = pushDown(query, table)
  const isCount = query.selection.kind === 'count'
  const withLines = needsLines(query, table)
  const last = query.startPosition - 1 + query.maxResults
  const requests = requestsOf(query, table, { pushed, isCount, withLines, last })
  const fetchMax = withLines ? scanMaxWithLines : scanMax
  const found: JsonObject[] = []
  const warnings: string[] = []
  let fetched = 0
  let counted: number | undefined

  /** Without an order, the first matches are the answer. */
  const isEnough = (): boolean => !isCount && compare === undefined && found.length >= last

  return {
    table,
    next: () => (isEnough() ? undefined : requests.next()),
    accept(response) {
      if (response.statusSeverity === 'Error' && !nothingFound.has(response.statusCode)) {
        throw faultOfStatus(response.statusCode, response.statusMessage)
      }
      warnings.push(...warningsOf(response))
      counted = response.retCount ?? counted
      for (const element of response.elements) {
        if (!isRecordOf(table, element)) continue
        const record = readRecord(table, element, context)
        if (matches(record)) found.push(record)
      }
      fetched += response.elements.length
      const remaining = requests.accept(response)
      if (
        !isEnough() &&
        (fetched > fetchMax ||
          (remaining > 0 &&
            fetched + remaining > fetchMax &&
            (fetched >= fetchMax || isCount || compare !== undefined)))
      ) {
        throw capReached(table, fetchMax)
      }
    },
    finish() {
      if (isCount)
        return { queryResponse: { totalCount: requests.countsOnly ? (counted ?? 0) : found.length }, warnings }
      if (compare !== undefined) found.sort(compare)
      const rows = found.slice(query.startPosition - 1, last).map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings }
    },
  }
}

const requireBare = (query: Query, table: EntityTable): void => {
  if (query.selection.kind !== 'all' || query.conditions.length > 0 || query.sortings.length > 0) {
    throw new Fault(
      'UNSUPPORTED_QUERY',
      `${table.name} takes only SELECT * FROM ${table.name}, without further clauses`,
    )
  }
}

const capReached = (table: EntityTable, records: number): Fault =>
  new Fault(
    'UNSUPPORTED_QUERY',
    `this query would have to look at more than ${records} records of ${table.name}; narrow it with ${
      table.kind === 'transaction'
        ? 'a range of TxnDate or MetaData.LastUpdatedTime, Id or CustomerRef'
        : 'Active, Id, a range of MetaData.LastUpdatedTime or the start of the name'
    }`,
  )

/** Whether any part of the query looks at lines. */
const needsLines = ({ selection }: Query, table: EntityTable): boolean => {
  if (table.kind !== 'transaction' || selection.kind === 'count') return false
  return selection.kind === 'all' || selection.properties.some((name) => propertyOf(table, name).path[0] === 'Line')
}

/** The requests of a query, one after the other. */
interface Requests {
  /** The answer is a number that QuickBooks counts itself. */
  readonly countsOnly: boolean
  next(): Request | undefined
  /** Takes note of where QuickBooks stands; the number of records that it still has. */
  accept(response: Response): number
}

interface Plan {
  readonly pushed: ReturnType<typeof pushDown>
  readonly isCount: boolean
  readonly withLines: boolean
  readonly last: number
}

const requestsOf = (query: Query, table: EntityTable, { pushed, isCount, withLines, last }: Plan): Requests => {
  const make = (filters: readonly Element[], attributes?: Record<string, string>): Request => {
    const along = table.kind === 'single' ? [] : readAlong(table, { withLines })
    return arrange(branch(`${table.query}QueryRq`, [...filters, ...along], attributes))
  }
  if (pushed.isEmpty) return queue([])
  if (table.kind === 'single') return queue([make([])])
  const { named, filters, isExact } = pushed
  if (named !== undefined) {
    const chunks: Request[] = []
    for (let from = 0; from < named.values.length; from += namesPerRequest) {
      chunks.push(make(named.values.slice(from, from + namesPerRequest).map((value) => leaf(named.element, value))))
    }
    return queue(chunks)
  }
  const answersAll = isExact && !table.mixed
  if (isCount && answersAll) return { ...queue([make(filters, { metaData: 'MetaDataOnly' })]), countsOnly: true }
  if (!isCount && answersAll && query.sortings.length === 0 && last <= pageSize) {
    return queue([make([leaf('MaxReturned', String(last)), ...filters])])
  }
  // One more than may be fetched tells whether there are more.
  if (!table.iterates) return queue([make([leaf('MaxReturned', String(scanMax + 1)), ...filters])])
  return iterator((attributes) => make([leaf('MaxReturned', String(pageSize)), ...filters], attributes))
}

const queue = (requests: readonly Request[]): Requests => {
  const waiting = [...requests]
  return { countsOnly: false, next: () => waiting.shift(), accept: () => 0 }
}

/** Pages of one result, which QuickBooks holds between the requests (facts/qbxml.md, section 4.1). */
const iterator = (make: (attributes: Record<string, string>) => Request): Requests => {
  let state: Record<string, string> | undefined = { iterator: 'Start' }
  return {
    countsOnly: false,
    next: () => (state === undefined ? undefined : make(state)),
    accept({ iteratorId, iteratorRemainingCount = 0 }) {
      state =
        iteratorId === undefined || iteratorRemainingCount === 0
          ? undefined
          : { iterator: 'Continue', iteratorID: iteratorId }
      return state === undefined ? 0 : iteratorRemainingCount
    },
  }
}
