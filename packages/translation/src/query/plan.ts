import { Fault, faultOfStatus } from '@bridge/faults'
import { linesRowOf } from '../line-table.ts'
import { withNameLists } from '../name-lists.ts'
import { recordsOf, warningsOf } from '../outcome.ts'
import { arrange } from '../qbxml/arrange.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import type { Request, Response } from '../qbxml/message-set.ts'
import { readRecord } from '../read.ts'
import { alongRequests, queriesOf, readAlong, takes } from '../requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { Filter, ReadContext } from '../table/row.ts'
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
  /** The requests of the next message set; none when enough is known. */
  next(): readonly Request[]
  /** Takes the answers to the last requests. Throws the fault of an error status, and UNSUPPORTED_QUERY at the cap. */
  accept(responses: readonly Response[]): void
  /** The value of `QueryResponse`, and warnings for the header. */
  finish(): { readonly queryResponse: JsonObject; readonly warnings: readonly string[] }
}

/** What one query of the entity has answered so far; a family has several queries, and answers them in this order. */
interface Part {
  readonly requests: Requests
  readonly found: JsonObject[]
  remaining: number
  counted: number
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
  const parts = queriesOf(table).map((name): Part => {
    const requests = requestsOf(query, table, name, { pushed, isCount, withLines, last })
    return { requests, found: [], remaining: 0, counted: 0 }
  })
  const fetchMax = withLines ? scanMaxWithLines : scanMax
  const warnings: string[] = []
  let along = alongRequests(table)
  let alongside: readonly Response[] = []
  let inContext = context
  let asked: readonly Part[] = []
  let namesAsked = 0
  let fetched = 0

  /** Without an order, the first matches are the answer. */
  const isEnough = (): boolean => {
    if (isCount || compare !== undefined) return false
    let found = 0
    for (const part of parts) {
      found += part.found.length
      if (found >= last) return true
      if (part.requests.hasNext()) return false
    }
    return false
  }

  const take = (part: Part, response: Response): void => {
    if (response.statusSeverity === 'Error' && !nothingFound.has(response.statusCode)) {
      throw faultOfStatus(response.statusCode, response.statusMessage)
    }
    part.counted += response.retCount ?? 0
    for (const element of recordsOf(table, [response, ...alongside])) {
      const record = readRecord(table, element, inContext)
      if (matches(record)) part.found.push(record)
    }
    fetched += response.elements.length
    part.remaining = part.requests.accept(response)
  }

  return {
    table,
    next() {
      if (isEnough()) return []
      asked = parts.filter(({ requests }) => requests.hasNext())
      const requests = asked.map((part) => part.requests.next())
      if (requests.length === 0) return []
      namesAsked = requests[0]?.children.filter(({ name }) => name === pushed.named?.element).length ?? 0
      const set = [...requests, ...along]
      along = []
      return set
    },
    accept(responses) {
      if (responses.length < asked.length) throw new Error('there are fewer responses than requests')
      alongside = [...alongside, ...responses.slice(asked.length)]
      inContext = withNameLists(context, table, alongside)
      asked.forEach((part, index) => {
        take(part, responses[index] as Response)
      })
      warnings.push(...warningsOfAll(responses.slice(0, asked.length), namesAsked))
      const remaining = parts.reduce((sum, part) => sum + part.remaining, 0)
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
      const found = parts.flatMap((part) => part.found)
      if (isCount) {
        const totalCount = parts.reduce(
          (sum, part) => sum + (part.requests.countsOnly ? part.counted : part.found.length),
          0,
        )
        return { queryResponse: { totalCount }, warnings }
      }
      if (compare !== undefined) found.sort(compare)
      const rows = found.slice(query.startPosition - 1, last).map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings }
    },
  }
}

/** The warnings of one round. What one query of a family misses another one has: only what all of them miss is told. */
const warningsOfAll = (responses: readonly Response[], namesAsked: number): string[] => {
  const found = responses.reduce((sum, { elements }) => sum + elements.length, 0)
  const isComplete = responses.length > 1 && namesAsked > 0 && found >= namesAsked
  return [
    ...new Set(responses.flatMap((each) => (isComplete && nothingFound.has(each.statusCode) ? [] : warningsOf(each)))),
  ]
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
        ? ['a range of TxnDate or MetaData.LastUpdatedTime', ...namesOf(table, 'byEntity'), 'Id'].join(', or ')
        : 'Active, Id, a range of MetaData.LastUpdatedTime or the start of the name'
    }`,
  )

const namesOf = (table: EntityTable, filter: Filter): string[] => [
  ...new Set(
    table.variants.flatMap(({ rows }) =>
      Object.entries(rows).flatMap(([key, row]) => ('filter' in row && row.filter === filter ? [key] : [])),
    ),
  ),
]

/** Whether any part of the query looks at lines. */
const needsLines = ({ selection, conditions, sortings }: Query, table: EntityTable): boolean => {
  if (!table.variants.some(({ rows }) => linesRowOf(rows) !== undefined)) return false
  if (selection.kind === 'all') return true
  const selected = selection.kind === 'count' ? [] : selection.properties
  const looksAt = [...selected, ...[...conditions, ...sortings].map(({ property }) => property)]
  return looksAt.some((name) => propertyOf(table, name).fromLines)
}

/** The requests of a query, one after the other. */
interface Requests {
  /** The answer is a number that QuickBooks counts itself. */
  readonly countsOnly: boolean
  hasNext(): boolean
  next(): Request
  /** Takes note of where QuickBooks stands; the number of records that it still has. */
  accept(response: Response): number
}

interface Plan {
  readonly pushed: ReturnType<typeof pushDown>
  readonly isCount: boolean
  readonly withLines: boolean
  readonly last: number
}

const requestsOf = (query: Query, table: EntityTable, name: string, plan: Plan): Requests => {
  const { pushed, isCount, withLines, last } = plan
  const make = (filters: readonly Element[], attributes?: Record<string, string>): Request => {
    const along = table.kind === 'single' ? [] : readAlong(table, name, { withLines })
    const taken = filters.filter((filter) => takes(name, filter.name))
    return arrange(branch(`${name}QueryRq`, [...taken, ...along], attributes))
  }
  if (pushed.isEmpty) return queue([])
  if (table.kind === 'single') return queue([make([])])
  const { named, filters } = pushed
  if (named !== undefined && takes(name, named.element)) {
    const chunks: Request[] = []
    for (let from = 0; from < named.values.length; from += namesPerRequest) {
      chunks.push(make(named.values.slice(from, from + namesPerRequest).map((value) => leaf(named.element, value))))
    }
    return queue(chunks)
  }
  const isExact = pushed.isExact && filters.every((filter) => takes(name, filter.name))
  const answersAll = isExact && !table.mixed && table.referredBy === undefined
  if (isCount && answersAll) return { ...queue([make(filters, { metaData: 'MetaDataOnly' })]), countsOnly: true }
  if (!isCount && answersAll && query.sortings.length === 0 && last <= pageSize) {
    return queue([make([leaf('MaxReturned', String(last)), ...filters])])
  }
  // One more than may be fetched tells whether there are more.
  if (!table.iterates) return queue([make([leaf('MaxReturned', String(scanMax + 1)), ...filters])])
  return iterator((attributes) => make([leaf('MaxReturned', String(pageSize)), ...filters], attributes))
}

const exhausted = (): never => {
  throw new Error('there is no further request')
}

const queue = (requests: readonly Request[]): Requests => {
  const waiting = [...requests]
  return {
    countsOnly: false,
    hasNext: () => waiting.length > 0,
    next: () => waiting.shift() ?? exhausted(),
    accept: () => 0,
  }
}

/** Pages of one result, which QuickBooks holds between the requests (facts/qbxml.md, section 4.1). */
const iterator = (make: (attributes: Record<string, string>) => Request): Requests => {
  let state: Record<string, string> | undefined = { iterator: 'Start' }
  return {
    countsOnly: false,
    hasNext: () => state !== undefined,
    next: () => (state === undefined ? exhausted() : make(state)),
    accept({ iteratorId, iteratorRemainingCount = 0 }) {
      state =
        iteratorId === undefined || iteratorRemainingCount === 0
          ? undefined
          : { iterator: 'Continue', iteratorID: iteratorId }
      return state === undefined ? 0 : iteratorRemainingCount
    },
  }
}
