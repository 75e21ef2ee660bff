import { Fault } from '@bridge/faults'
import type { QbxmlRequest, Sliced, StreamedResponse } from '@bridge/qbxml'
import { getQueries } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/traits.ts'
import type { Explanation } from './explain.ts'
import type { IdList } from './id-list.ts'
import { getNewestQueries } from './newest-first.ts'
import type { Query } from './query.ts'
import type { QueryKeys } from './query-keys.ts'
import { keyPageSize, pageSize } from './query-requests.ts'
import type { QueryResponse, QueryRun, ToRow } from './query-run.ts'
import { type FoundRow, Scan } from './scan.ts'
import { maxListed } from './scan-limit.ts'

/** How many IDs are read at least, and by how much a list grows when a page needs more. */
const growth = { first: 1_000, factor: 4 }
/** How many whole records are read first, which is all of most results: only longer ones are found by their keys. */
const probeSize = 100
/** Attempts to fill a page while its records are deleted, with the kept list and then with a new one. */
const maxAttempts = 3

/** A result's list of IDs, and how it is filled. */
export interface ListPageOptions {
  /** The IDs read by the same query's earlier pages. */
  readonly list: IdList
  /** The elements for finding the result's IDs. */
  readonly keys: QueryKeys
}

/**
 * Reads a page by its IDs, after those up to the page were found by their keys, unless the list has them. A sorted
 * result is found as a whole. Only a page near the start of a result filtered exactly by QuickBooks is read directly.
 *
 * Each record is on one page, in list order, whatever is created between the pages: the page after the list's end reads
 * the result again, and adds the new records. A deleted record is left out, and the next one moves up, unless a later
 * page was returned already.
 */
export class ListPage<Row = JsonObject> implements QueryRun<Row> {
  readonly table: EntityTable
  readonly #query: Query
  readonly #context: ReadContext
  readonly #toRow: ToRow<Row>
  readonly #list: IdList
  readonly #keys: QueryKeys
  readonly #last: number
  #scan: Scan<Row> | undefined
  readonly #explanations: Explanation[] = []
  readonly #stops: QbxmlRequest[] = []
  readonly #found = new Map<string, Row>()
  readonly #absent = new Set<string>()
  /** Adds the last scan's result to the page. */
  #absorb: (() => void) | undefined
  /** Whether the result has more records than a probe reads. */
  #isLong: boolean
  /** Queries for newer records only, tried before the whole result is read. */
  #newest: readonly Query[] = []
  #isExtended = false
  #attempts = 0
  #warnings: readonly string[] = []

  constructor(query: Query, table: EntityTable, context: ReadContext, toRow: ToRow<Row>, options: ListPageOptions) {
    this.table = table
    this.#query = query
    this.#context = context
    this.#toRow = toRow
    this.#list = options.list
    this.#keys = options.keys
    this.#last = query.startPosition - 1 + query.maxResults
    this.#isLong = query.startPosition > 1 || options.keys.isExact
  }

  get sizeBytes(): number {
    return this.#list.sizeBytes + (this.#scan?.sizeBytes ?? 0)
  }

  next(): readonly QbxmlRequest[] {
    for (;;) {
      const requests = this.#scan?.next() ?? []
      if (requests.length > 0) return requests
      this.#finishScan()
      const unread = this.#getIds().filter((id) => !this.#found.has(id) && !this.#absent.has(id))
      if (this.#list.ids.length < this.#last && !this.#isExtended) this.#extend(!this.#isLong)
      else if (unread.length > 0) this.#read(unread)
      else if (!this.#replaceAbsent()) break
    }
    this.#list.serve(this.#last)
    return []
  }

  *accept(responses: readonly StreamedResponse[]): Sliced<void> {
    yield* this.#scan?.accept(responses) ?? []
  }

  finish(): ReturnType<QueryRun<Row>['finish']> {
    this.#finishScan()
    const rows = this.#getIds()
      .map((id) => this.#found.get(id))
      .filter((row) => row !== undefined)
    const { startPosition } = this.#query
    const queryResponse: QueryResponse<Row> =
      rows.length === 0 ? {} : { [this.table.name]: rows, startPosition, maxResults: rows.length }
    return { queryResponse, warnings: [...new Set(this.#warnings)] }
  }

  stop(): readonly QbxmlRequest[] {
    return [...this.#stops, ...(this.#scan?.stop() ?? [])]
  }

  explain(): Explanation {
    const explanations = [...this.#explanations, ...(this.#scan === undefined ? [] : [this.#scan.explain()])]
    return {
      requests: explanations.flatMap(({ requests }) => requests),
      local: explanations[0]?.local ?? [],
      messageSets: explanations.reduce((sum, { messageSets }) => sum + messageSets, 0),
      fetched: explanations.reduce((sum, { fetched }) => sum + fetched, 0),
    }
  }

  #getIds(): readonly string[] {
    return this.#list.ids.slice(this.#query.startPosition - 1, this.#last)
  }

  /** Adds the scan's result to the page, and frees its memory. */
  #finishScan(): void {
    this.#absorb?.()
    this.#absorb = undefined
    if (this.#scan === undefined) return
    this.#explanations.push(this.#scan.explain())
    this.#stops.push(...this.#scan.stop())
    this.#scan = undefined
  }

  /** Extends the list by reading the result from its start, as far as the page needs. */
  #extend(isProbe: boolean): void {
    const [newest, ...others] = this.#newest
    this.#newest = others
    this.#isExtended = newest === undefined
    const list = this.#list
    const last = this.#last
    const isHead = isProbe || this.#isReadDirectly()
    const count =
      this.#query.sortings.length > 0
        ? maxListed
        : isHead
          ? last
          : Math.max(growth.first, Math.min(growth.factor * list.ids.length, maxListed), last)
    const first = { ...(newest ?? this.#query), startPosition: 1, maxResults: count }
    const scan = new Scan(first, this.table, this.#context, this.#toRow, {
      maxFetched: isProbe ? probeSize : maxListed,
      keys: isHead ? undefined : this.#keys,
      isProbe,
    })
    this.#scan = scan
    this.#absorb = () => {
      if (scan.isExceeded) {
        this.#isLong = true
        this.#isExtended = false
        if (last <= pageSize && scan.remaining > keyPageSize)
          this.#newest = getNewestQueries(this.#query, this.table, this.#context.now)
        return
      }
      const page = scan.getPage()
      const ids = page.map(({ id }) => id)
      if (isHead) this.#collect(scan, page)
      list.extend(ids, newest === undefined && ids.length < count)
    }
  }

  #isReadDirectly(): boolean {
    if (!this.#keys.isExact) return false
    return this.#last <= pageSize || (this.#query.startPosition === 1 && getQueries(this.table).length === 1)
  }

  #read(ids: readonly string[]): void {
    const byIds = createQueryByIds(this.#query, ids)
    const options = { maxFetched: ids.length, isTolerant: true }
    const scan = new Scan(byIds, this.table, this.#context, this.#toRow, options)
    this.#scan = scan
    this.#absorb = () => {
      this.#collect(scan, scan.getPage())
      for (const id of ids) if (!this.#found.has(id)) this.#absent.add(id)
    }
  }

  #collect(scan: Scan<Row>, page: readonly FoundRow<Row>[]): void {
    for (const { id, row } of page) if (row !== undefined) this.#found.set(id, row)
    this.#warnings = [...this.#warnings, ...scan.finish().warnings]
  }

  /** Removes the absent records from the list. Returns false if the page stays unchanged. */
  #replaceAbsent(): boolean {
    if (this.#absent.size === 0 || this.#list.servedTo > this.#last) return false
    this.#attempts++
    if (this.#attempts > 2 * maxAttempts) {
      throw new Fault('500', `Records of ${this.table.name} were deleted while they were read.`)
    }
    if (this.#attempts > maxAttempts) this.#list.clear()
    else this.#list.remove(this.#absent)
    this.#absent.clear()
    this.#isExtended &&= this.#list.isWhole
    return true
  }
}

function createQueryByIds(query: Query, ids: readonly string[]): Query {
  return {
    ...query,
    conditions: [
      ...query.conditions,
      { property: 'Id', operator: 'IN', values: ids.map((text) => ({ kind: 'string', text })) },
    ],
    sortings: [],
    startPosition: 1,
    maxResults: ids.length,
  }
}
