import { Fault, faultFromStatus } from '@bridge/faults'
import { child } from '../qbxml/element.ts'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/message-set.ts'
import { isStatusIn } from '../qbxml/status.ts'
import { withNameLists } from '../read/name-lists.ts'
import { readRecord } from '../read/read.ts'
import { alongRequests, queriesOf } from '../read/requests.ts'
import { recordsOf, warningsOf } from '../read/response.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { linesRowOf } from '../table/line-table.ts'
import type { Along, ReadContext } from '../table/row.ts'
import { capReached, scanMax, scanMaxWithLines } from './cap-reached.ts'
import { planDeepPage } from './deep-page.ts'
import { evaluation } from './evaluate.ts'
import { type Explanation, explain } from './explain.ts'
import { propertyOf } from './property.ts'
import { pushDown } from './push-down.ts'
import type { Query } from './query.ts'
import { answersExactly, pageSize, type Requests, requestsOf } from './query-requests.ts'

/** Records kept beyond those of the page before the surplus is thrown away. */
const keptBeyondPage = 1_000

/** A query being run. It does no I/O: its caller exchanges the requests. */
export interface QueryRun {
  readonly table: EntityTable
  /** The requests of the next message set; none when enough is known. */
  next(): readonly QbxmlRequest[]
  /** Takes the answers to the last requests. Throws the fault of an error status, and UNSUPPORTED_QUERY at the cap. */
  accept(responses: readonly QbxmlResponse[]): void
  /** The value of `QueryResponse`, and warnings for the header. */
  finish(): { readonly queryResponse: JsonObject; readonly warnings: readonly string[] }
  /** The requests that give up what QuickBooks still holds for a query that needs no more, or that failed; often none. */
  stop(): readonly QbxmlRequest[]
  /** What was asked of QuickBooks up to now, and what is worked out here. */
  explain(): Explanation
}

const unread = { passed: 0, matching: 0, fetched: 0, remaining: 0, counted: 0 }

/**
 * Plans a query over one entity: what QuickBooks is asked, and what is worked out from the records.
 * Throws 4000 and UNSUPPORTED_QUERY.
 *
 * @param table what the registry holds under `query.entity`
 */
export function planQuery(query: Query, table: EntityTable, context: ReadContext): QueryRun {
  if (table.kind === 'single') requireBare(query, table)
  if (!isDeep(query, table)) return planScan(query, table, context)
  return planDeepPage(query, table, (each) => planScan(each, table, context))
}

function requireBare(query: Query, table: EntityTable): void {
  if (query.selection.kind !== 'all' || query.conditions.length > 0 || query.sortings.length > 0) {
    throw new Fault(
      'UNSUPPORTED_QUERY',
      `${table.name} takes only SELECT * FROM ${table.name}, without further clauses`,
    )
  }
}

/** Whether more records would be read with their lines than stand on the page. */
function isDeep(query: Query, table: EntityTable): boolean {
  const { startPosition, maxResults, selection, sortings } = query
  const names = queriesOf(table)
  // The first rows of a family may all be of its first kind, while the pages of the others come along.
  const fetched = startPosition - 1 + maxResults
  if (fetched <= (names.length === 1 ? scanMaxWithLines : pageSize)) return false
  if (selection.kind === 'count' || sortings.length > 0 || !needsLines(query, table)) return false
  const pushed = pushDown(query, table)
  return names.every((name) => answersExactly(pushed, table, name))
}

/** Whether any part of the query looks at lines. */
function needsLines(query: Query, table: EntityTable): boolean {
  return (
    table.variants.some(({ rows }) => linesRowOf(rows) !== undefined) && alongOf(query, table)?.has('lines') !== false
  )
}

/** What the query looks at that is read along with the records; undefined: all there is. */
function alongOf({ selection, conditions, sortings }: Query, table: EntityTable): ReadonlySet<Along> | undefined {
  if (selection.kind === 'all') return undefined
  const selected = selection.kind === 'count' ? [] : selection.properties
  const looksAt = [...selected, ...[...conditions, ...sortings].map(({ property }) => property)]
  return new Set(looksAt.map((name) => propertyOf(table, name).needs).filter((needs) => needs !== undefined))
}

/** What one query of the entity has answered so far; a family has several queries, and answers them in this order. */
interface Part {
  readonly requests: Requests
  /** Matching records: of a sorted query those that can still come to stand on the page, of a count none. */
  found: JsonObject[]
  /** Matching records that stand before the page for certain. */
  passed: number
  matching: number
  fetched: number
  remaining: number
  counted: number
  isRestarted: boolean
}

function planScan(query: Query, table: EntityTable, context: ReadContext): QueryRun {
  const { matches, compare, project } = evaluation(query, table)
  const pushed = pushDown(query, table)
  const isCount = query.selection.kind === 'count'
  const withLines = needsLines(query, table)
  const alongRead = alongOf(query, table)
  const last = query.startPosition - 1 + query.maxResults
  const fetchMax = withLines ? scanMaxWithLines : scanMax
  const parts = queriesOf(table).map((name): Part => {
    const requests = requestsOf(query, table, name, { pushed, isCount, along: alongRead, last, fetchMax })
    return { requests, found: [], ...unread, isRestarted: false }
  })
  const [firstPart] = parts
  const warnings: string[] = []
  let along = alongRequests(table)
  let alongside: readonly QbxmlResponse[] = []
  let inContext = context
  let asked: readonly { readonly part: Part; readonly request: QbxmlRequest }[] = []
  let opening: readonly QbxmlRequest[] = []
  let messageSets = 0
  const fetchedOfAll = (): number => parts.reduce((sum, { fetched }) => sum + fetched, 0)

  /** Without an order, the first matches are the answer. */
  const isEnough = (): boolean => {
    if (isCount || compare !== undefined) return false
    let found = 0
    for (const part of parts) {
      found += part.passed + part.found.length
      if (found >= last) return true
      if (part.requests.hasNext()) return false
    }
    return false
  }

  const keep = (part: Part, record: JsonObject): void => {
    part.matching++
    if (isCount) return
    if (compare === undefined) {
      if (part === firstPart && part.passed < query.startPosition - 1) part.passed++
      else if (part.passed + part.found.length < last) part.found.push(record)
      return
    }
    part.found.push(record)
    // A few pages of records at most are held, however many there are to sort.
    if (part.found.length >= last + keptBeyondPage) {
      part.found = part.found.sort(compare).slice(0, last)
    }
  }

  const take = (part: Part, request: QbxmlRequest, response: QbxmlResponse): void => {
    if (isForgotten(request, response) && !part.isRestarted) {
      part.requests.restart()
      Object.assign(part, unread, { found: [], isRestarted: true })
      return
    }
    if (isRefused(request, response)) throw faultFromStatus(response.statusCode, response.statusMessage)
    part.counted += response.retCount ?? 0
    for (const element of recordsOf(table, [response, ...alongside])) {
      const record = readRecord(table, element, inContext)
      if (matches(record)) keep(part, record)
    }
    part.fetched += response.elements.length
    part.remaining = part.requests.accept(response)
  }

  return {
    table,
    next() {
      if (isEnough()) return []
      const open = parts.filter(({ requests }) => requests.hasNext())
      // Without an order, a kind that is not read to its end comes before the next one.
      const isInTurn = messageSets > 0 && !isCount && compare === undefined && pushed.named === undefined
      asked = (isInTurn ? open.slice(0, 1) : open).map((part) => ({ part, request: part.requests.next() }))
      if (asked.length === 0) return []
      const set = [...asked.map(({ request }) => request), ...along]
      if (messageSets === 0) opening = set
      messageSets++
      along = []
      return set
    },
    accept(responses) {
      if (responses.length < asked.length) throw new Error('there are fewer responses than requests')
      alongside = [...alongside, ...responses.slice(asked.length)]
      inContext = withNameLists(context, table, alongside)
      asked.forEach(({ part, request }, index) => {
        take(part, request, responses[index] as QbxmlResponse)
      })
      const [first] = asked
      warnings.push(
        ...warningsOfAll(responses.slice(0, asked.length), first === undefined ? 0 : namedIn(first.request)),
      )
      const fetched = fetchedOfAll()
      const remaining = parts.reduce((sum, part) => sum + part.remaining, 0)
      if (
        !isEnough() &&
        (fetched > fetchMax ||
          (remaining > 0 &&
            fetched + remaining > fetchMax &&
            (fetched >= fetchMax || isCount || compare !== undefined)))
      ) {
        throw capReached(query, table, { withLines })
      }
    },
    finish() {
      if (isCount) {
        const totalCount = parts.reduce(
          (sum, part) => sum + (part.requests.countsOnly ? part.counted : part.matching),
          0,
        )
        return { queryResponse: { totalCount }, warnings }
      }
      const found = parts.flatMap((part) => part.found)
      if (compare !== undefined) found.sort(compare)
      const passed = firstPart?.passed ?? 0
      const rows = found.slice(query.startPosition - 1 - passed, last - passed).map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings }
    },
    stop: () => parts.flatMap(({ requests }) => requests.stop()),
    explain: () => explain({ query, table, pushed, requests: opening, messageSets, fetched: fetchedOfAll() }),
  }
}

/** Whether QuickBooks does not know the result any more that it is asked to go on with: its session has ended. */
function isForgotten({ attributes }: QbxmlRequest, { statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity === 'Error' && attributes?.iterator === 'Continue'
}

/** An error, unless it says that the only thing named is not there: of several it would keep back the others. */
function isRefused(request: QbxmlRequest, response: QbxmlResponse): boolean {
  if (response.statusSeverity !== 'Error') return false
  const entities = child(request, 'EntityFilter')?.children.length ?? 0
  return (
    !isStatusIn(response.statusCode, 'noSuchName') || namedIn(request) + entities > 1 || isForgotten(request, response)
  )
}

/** How many records a request names, by their ids, names or numbers. */
function namedIn({ children }: QbxmlRequest): number {
  return children.filter(({ name }) => naming.has(name)).length
}

/** The warnings of one round. What one query of a family misses another one has: only what all of them miss is told. */
function warningsOfAll(responses: readonly QbxmlResponse[], namesAsked: number): string[] {
  const found = responses.reduce((sum, { elements }) => sum + elements.length, 0)
  const isComplete = responses.length > 1 && namesAsked > 0 && found >= namesAsked
  return [
    ...new Set(
      responses.flatMap((each) => (isComplete && isStatusIn(each.statusCode, 'noSuchName') ? [] : warningsOf(each))),
    ),
  ]
}

const naming: ReadonlySet<string> = new Set(['ListID', 'TxnID', 'FullName', 'RefNumber'])
