import {
  child,
  childText,
  type Element,
  isStatusIn,
  type QbxmlRequest,
  type QbxmlResponse,
  readWhole,
  type Sliced,
  type StreamedResponse,
} from '@bridge/qbxml'
import { readRecord } from '../read/read.ts'
import { getCompanionQueries, getIdElement, getQueries } from '../read/requests.ts'
import { createRecordFilter, extendContext, getWarnings } from '../read/response.ts'
import { statusFault } from '../read/status-fault.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { toClientId } from '../table/merged-ids.ts'
import { sortInSlices } from '../table/sort-in-slices.ts'
import type { ReadContext } from '../table/traits.ts'
import { type CompiledQuery, compileQuery, type Sortable } from './evaluate.ts'
import { type Explanation, explain } from './explain.ts'
import { stringBytes } from './id-list.ts'
import { getIncludes, needsLines } from './includes.ts'
import { type PushDown, pushDown } from './push-down.ts'
import type { Query } from './query.ts'
import type { QueryKeys } from './query-keys.ts'
import { createRequestSequence, type RequestSequence } from './query-requests.ts'
import type { QueryResponse, QueryRun, ToRow } from './query-run.ts'
import { maxScanned, maxScannedWithLines, scanLimitError } from './scan-limit.ts'

/** A found record's memory in addition to its texts, in bytes. */
const foundBytes = 120

/** A matching record. */
export interface FoundRow<Row> extends Sortable {
  /** Undefined for a row found by its keys. */
  readonly row: Row | undefined
}

/** The progress within one desktop query. A family has several, and returns their records in this order. */
interface DesktopQuery<Row> {
  readonly requests: RequestSequence
  /** Matching records; empty for a count. */
  found: FoundRow<Row>[]
  /** How many matching records are certainly before the page. */
  passed: number
  matching: number
  fetched: number
  remaining: number
  counted: number
  /** The estimated memory of what was found by its keys. */
  sizeBytes: number
  isRestarted: boolean
}

const initialCounts = { passed: 0, matching: 0, fetched: 0, remaining: 0, counted: 0, sizeBytes: 0 }

export interface ScanOptions {
  /** How many records it may read; by default the limit in [dp-4.3.12]. */
  readonly maxFetched?: number
  /** Ends after one page of a longer result; see {@link Scan.isExceeded}. */
  readonly isProbe?: boolean
  /** Reads only these keys; the rows found have IDs, but no records. */
  readonly keys?: QueryKeys | undefined
  /** Leaves out missing records instead of warning about them. */
  readonly isTolerant?: boolean
}

interface SentRequest<Row> {
  readonly from: DesktopQuery<Row>
  readonly request: QbxmlRequest
}

/** Reads a query's records in pages and evaluates each. */
export class Scan<Row = JsonObject> implements QueryRun<Row> {
  readonly table: EntityTable
  readonly #query: Query
  readonly #context: ReadContext
  readonly #toRow: ToRow<Row>
  readonly #keys: QueryKeys | undefined
  readonly #isTolerant: boolean
  readonly #isProbe: boolean
  readonly #isCount: boolean
  readonly #withLines: boolean
  readonly #maxFetched: number
  /** The last row's position on the page. */
  readonly #last: number
  readonly #compiled: CompiledQuery
  readonly #pushed: PushDown
  readonly #queries: readonly DesktopQuery<Row>[]
  readonly #warnings: string[] = []
  #companionRequests: readonly QbxmlRequest[]
  #companions: readonly QbxmlResponse[] = []
  #fullContext: ReadContext
  #sorted: readonly FoundRow<Row>[] | undefined
  #sent: readonly SentRequest<Row>[] = []
  #isExceeded = false
  #firstMessageSet: readonly QbxmlRequest[] = []
  #messageSets = 0

  constructor(query: Query, table: EntityTable, context: ReadContext, toRow: ToRow<Row>, options: ScanOptions = {}) {
    const { keys, isTolerant = false, isProbe = false } = options
    this.table = table
    this.#query = query
    this.#context = context
    this.#toRow = toRow
    this.#fullContext = context
    this.#keys = keys
    this.#isTolerant = isTolerant
    this.#isProbe = isProbe
    this.#isCount = query.selection.kind === 'count'
    this.#withLines = keys === undefined && needsLines(query, table)
    this.#maxFetched = options.maxFetched ?? (this.#withLines ? maxScannedWithLines : maxScanned)
    this.#last = query.startPosition - 1 + query.maxResults
    this.#compiled = compileQuery(query, table)
    this.#pushed = pushDown(query, table)
    this.#companionRequests = keys?.isExact ? [] : getCompanionQueries(table, context)
    const reading = {
      pushed: this.#pushed,
      isCount: this.#isCount,
      elements: keys?.elements,
      includes: getIncludes(query, table),
      last: this.#last,
      maxFetched: this.#maxFetched,
    }
    this.#queries = getQueries(table).map((name) => ({
      requests: createRequestSequence(query, table, name, reading),
      found: [],
      ...initialCounts,
      isRestarted: false,
    }))
  }

  /** True for a probe whose result was too long, so it found no page. */
  get isExceeded(): boolean {
    return this.#isExceeded
  }

  /** The records QuickBooks has not returned yet. */
  get remaining(): number {
    return sum(this.#queries, ({ remaining }) => remaining)
  }

  get sizeBytes(): number {
    return sum(this.#queries, ({ sizeBytes }) => sizeBytes)
  }

  next(): readonly QbxmlRequest[] {
    if (this.#isExceeded || this.#isComplete()) return []
    const open = this.#queries.filter(({ requests }) => requests.hasNext())
    // Without an order, one desktop query is read to its end before the next begins.
    const isInTurn = this.#messageSets > 0 && !this.#needsAll && this.#pushed.named === undefined
    this.#sent = (isInTurn ? open.slice(0, 1) : open).flatMap((from) =>
      from.requests.next().map((request) => ({ from, request })),
    )
    if (this.#sent.length === 0) return []
    const messageSet = [...this.#sent.map(({ request }) => request), ...this.#companionRequests]
    if (this.#messageSets === 0) this.#firstMessageSet = messageSet
    this.#messageSets++
    this.#companionRequests = []
    return messageSet
  }

  *accept(responses: readonly StreamedResponse[]): Sliced<void> {
    const { length } = this.#sent
    if (responses.length < length) throw new Error('There are fewer responses than requests.')
    this.#companions = [...this.#companions, ...(yield* readWhole(responses.slice(length)))]
    this.#fullContext = yield* extendContext(this.#context, this.table, this.#companions)
    for (const [index, sent] of this.#sent.entries())
      yield* this.#readResponse(sent, responses[index] as StreamedResponse)
    const hidesMissing = this.#isTolerant || hasAllNamed(this.#sent, responses)
    this.#warnings.push(...collectWarnings(responses.slice(0, length), hidesMissing))
    this.#requireWithinLimit()
    const { order } = this.#compiled
    if (order !== undefined && this.#queries.every(({ requests }) => !requests.hasNext()))
      this.#sorted = yield* sortInSlices(this.#getFound(), order.compare)
  }

  /** Returns the page's records. */
  getPage(): readonly FoundRow<Row>[] {
    const found = this.#sorted ?? this.#getFound()
    const passed = this.#queries[0]?.passed ?? 0
    return found.slice(this.#query.startPosition - 1 - passed, this.#last - passed)
  }

  finish(): ReturnType<QueryRun<Row>['finish']> {
    const warnings = this.#warnings
    if (this.#isCount) {
      const totalCount = sum(this.#queries, ({ requests, counted, matching }) =>
        requests.countsOnly ? counted : matching,
      )
      return { queryResponse: { totalCount }, warnings }
    }
    const rows = this.getPage().flatMap(({ row }) => (row === undefined ? [] : [row]))
    const { startPosition } = this.#query
    const queryResponse: QueryResponse<Row> =
      rows.length === 0 ? {} : { [this.table.name]: rows, startPosition, maxResults: rows.length }
    return { queryResponse, warnings }
  }

  stop(): readonly QbxmlRequest[] {
    return this.#queries.flatMap(({ requests }) => requests.stop())
  }

  explain(): Explanation {
    return explain({
      query: this.#query,
      table: this.table,
      pushed: this.#pushed,
      requests: this.#firstMessageSet,
      messageSets: this.#messageSets,
      fetched: sum(this.#queries, ({ fetched }) => fetched),
    })
  }

  /** Whether the result depends on every record, as for a count or a sorted query. */
  get #needsAll(): boolean {
    return this.#isCount || this.#compiled.order !== undefined
  }

  /** Returns whether the page is complete, as an unsorted query's is after enough matches. */
  #isComplete(): boolean {
    if (this.#needsAll) return false
    let found = 0
    for (const each of this.#queries) {
      found += each.passed + each.found.length
      if (found >= this.#last) return true
      if (each.requests.hasNext()) return false
    }
    return false
  }

  #getFound(): FoundRow<Row>[] {
    return this.#queries.flatMap(({ found }) => found)
  }

  *#readResponse({ from, request }: SentRequest<Row>, response: StreamedResponse): Sliced<void> {
    if (isIteratorLost(request, response) && !from.isRestarted) {
      from.requests.restart()
      Object.assign(from, initialCounts, { found: [], isRestarted: true })
      return
    }
    if (this.table.needsFeature && isStatusIn(response.statusCode, 'noFeature')) {
      from.remaining = from.requests.accept(response)
      return
    }
    if (isFailed(request, response)) throw statusFault(response)
    from.counted += response.retCount ?? 0
    const isRecord = createRecordFilter(this.table, this.#companions)
    for (const element of response.elements) {
      if (isRecord(element)) this.#readRecord(from, element)
      yield
    }
    from.fetched += response.elements.length
    from.remaining = from.requests.accept(response)
  }

  #readRecord(from: DesktopQuery<Row>, element: Element): void {
    if (this.#keys?.isExact) {
      this.#keep(from, { Id: readId(this.table, element) })
      return
    }
    const record = readRecord(this.#keys?.table ?? this.table, element, this.#fullContext)
    if (this.#compiled.matches(record)) this.#keep(from, record)
  }

  #keep(from: DesktopQuery<Row>, record: JsonObject): void {
    from.matching++
    if (this.#isCount) return
    const { order, project } = this.#compiled
    if (order === undefined) {
      if (from === this.#queries[0] && from.passed < this.#query.startPosition - 1) {
        from.passed++
        return
      }
      if (from.passed + from.found.length >= this.#last) return
    }
    const sortable = { id: String(record.Id), keys: order?.getKeys(record) ?? [] }
    if (this.#keys === undefined) {
      from.found.push({ ...sortable, row: this.#toRow(project(record)) })
      return
    }
    const [copy, sizeBytes] = copySortable(sortable)
    from.found.push({ ...copy, row: undefined })
    from.sizeBytes += sizeBytes
  }

  #requireWithinLimit(): void {
    if (this.#isComplete()) return
    const maxFetched = this.#maxFetched
    const fetched = sum(this.#queries, (each) => each.fetched)
    const { remaining } = this
    if (this.#isProbe) {
      this.#isExceeded = remaining > 0 || fetched > maxFetched
      return
    }
    const isTooMuch = remaining > 0 && fetched + remaining > maxFetched && (fetched >= maxFetched || this.#needsAll)
    if (fetched > maxFetched || isTooMuch) {
      throw scanLimitError(this.#query, this.table, { withLines: this.#withLines, maxFetched })
    }
  }
}

/** Copies texts, because a substring keeps the whole response in memory; also returns their memory, in bytes. */
function copySortable({ id, keys }: Sortable): readonly [copy: Sortable, sizeBytes: number] {
  const text = JSON.stringify([id, ...keys])
  const [copiedId = '', ...copiedKeys] = JSON.parse(text)
  return [{ id: copiedId, keys: copiedKeys }, foundBytes + stringBytes * keys.length + text.length]
}

function sum<Row>(queries: readonly DesktopQuery<Row>[], count: (query: DesktopQuery<Row>) => number): number {
  return queries.reduce((total, each) => total + count(each), 0)
}

function readId(table: EntityTable, record: Element): string {
  return toClientId(table, record.name.replace(/Ret$/, ''), childText(record, getIdElement(table)) ?? '')
}

/** Returns whether QuickBooks has lost an iterator's result, as it does when its session ends. */
function isIteratorLost({ attributes }: QbxmlRequest, { statusSeverity }: StreamedResponse): boolean {
  return statusSeverity === 'Error' && attributes?.iterator === 'Continue'
}

/**
 * Returns whether a response is an error. A missing record is not an error if the request names no other; among
 * several, its status would hide the others.
 */
function isFailed(request: QbxmlRequest, response: StreamedResponse): boolean {
  if (response.statusSeverity !== 'Error') return false
  const entities = child(request, 'EntityFilter')?.children.length ?? 0
  return (
    !isStatusIn(response.statusCode, 'noSuchName') ||
    countNamed(request) + entities > 1 ||
    isIteratorLost(request, response)
  )
}

/** Counts the records named by a request's IDs, names or numbers. */
function countNamed({ children }: QbxmlRequest): number {
  return children.filter(({ name }) => namingElements.has(name)).length
}

/** Returns whether a family's queries together found every record each names. */
function hasAllNamed(sent: readonly SentRequest<unknown>[], responses: readonly StreamedResponse[]): boolean {
  const ofFirst = sent.filter(({ from }) => from === sent[0]?.from)
  const named = ofFirst.reduce((sum, { request }) => sum + countNamed(request), 0)
  const found = responses.slice(0, sent.length).reduce((sum, { elements }) => sum + elements.length, 0)
  return sent.length > 1 && named > 0 && found >= named
}

function collectWarnings(responses: readonly StreamedResponse[], hidesMissing: boolean): string[] {
  return [
    ...new Set(
      responses.flatMap((each) => (hidesMissing && isStatusIn(each.statusCode, 'noSuchName') ? [] : getWarnings(each))),
    ),
  ]
}

const namingElements: ReadonlySet<string> = new Set(['ListID', 'TxnID', 'FullName', 'RefNumber'])
