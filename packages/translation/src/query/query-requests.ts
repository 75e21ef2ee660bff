import { arrange, branch, type Element, leaf, type QbxmlRequest, type StreamedResponse } from '@bridge/qbxml'
import { createIdElement, getIdElement, getIncludeElements, supports } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { findDesktopRef } from '../table/merged-ids.ts'
import type { Include } from '../table/row.ts'
import { watchProgress } from './progress.ts'
import type { PushDown } from './push-down.ts'
import type { Query } from './query.ts'

/** The records fetched per request. */
export const pageSize = 500
/** The records per request if only IDs are fetched. */
const idPageSize = 5_000
/** The records per request if only some elements are fetched, which keeps its response below a long one's size. */
export const keyPageSize = 2_000
/** The records a request can name. */
const namesPerRequest = 100
/** The requests by ID in one message set, which then reads as many records as usual. */
const idRequestsPerSet = pageSize / namesPerRequest

/** One desktop query's requests, in sequence. */
export interface RequestSequence {
  /** Requests only the record count. */
  readonly countsOnly: boolean
  hasNext(): boolean
  /**
   * Returns the next message set's requests: one, or several naming records by ID.
   *
   * @throws Fault `500` if an iterator's last page made no progress
   */
  next(): readonly QbxmlRequest[]
  /** Updates the iterator, and returns the number of remaining records. */
  accept(response: StreamedResponse): number
  /** Starts again after QuickBooks has lost the result. */
  restart(): void
  /** Returns the requests releasing a result not read to its end. */
  stop(): readonly QbxmlRequest[]
}

export interface RequestPlan {
  readonly pushed: PushDown
  readonly isCount: boolean
  /** The only elements to read; undefined for whole records. */
  readonly elements: readonly string[] | undefined
  /** Undefined for all parts. */
  readonly includes: ReadonlySet<Include> | undefined
  /** The position of the page's last row. */
  readonly last: number
  /** The records the query may read. */
  readonly maxFetched: number
}

/** Creates the requests for one of the entity's desktop queries. */
export function createRequestSequence(
  query: Query,
  table: EntityTable,
  name: string,
  plan: RequestPlan,
): RequestSequence {
  const { pushed, isCount, elements, includes, last, maxFetched } = plan
  const size = Math.min(getPageSize(elements), maxFetched)
  const isExact = matchesExactly(pushed, table, name)
  const countsOnly = isCount && isExact
  const selected = elements?.map((name) => leaf('IncludeRetElement', name))
  const createRequest = (filters: readonly Element[], attributes?: Record<string, string>): QbxmlRequest => {
    const includeElements =
      table.kind === 'single' || countsOnly ? [] : (selected ?? getIncludeElements(table, name, includes))
    const supported = filters.filter((filter) => supports(name, filter.name))
    return arrange(branch(`${name}QueryRq`, [...supported, ...includeElements], attributes))
  }
  if (pushed.isEmpty) return createQueue([])
  if (table.kind === 'single') return createQueue([createRequest([])])
  const { named, filters } = pushed
  if (named !== undefined && supports(name, named.element)) {
    const names = named.values.flatMap((value) => createNameElement(table, name, named.element, value) ?? [])
    const requests = toChunks(names).map((chunk) => createRequest(chunk))
    // Names and numbers take one request at a time, since QuickBooks finds them slowly.
    return createQueue(requests, named.element === getIdElement(table) ? idRequestsPerSet : 1)
  }
  if (countsOnly) return { ...createQueue([createRequest(filters, { metaData: 'MetaDataOnly' })]), countsOnly }
  const isFirstPage = !isCount && isExact && query.sortings.length === 0
  if (isFirstPage && (last <= size || !table.iterates))
    return createQueue([createRequest([...atMost(last), ...filters])])
  // One record above the limit shows whether there are more.
  if (!table.iterates) return createQueue([createRequest([...atMost(maxFetched + 1), ...filters])])
  return createIterator((attributes) => createRequest([...atMost(size), ...filters], attributes), { size, maxFetched })
}

function getPageSize(elements: readonly string[] | undefined): number {
  if (elements === undefined) return pageSize
  return elements.length === 1 ? idPageSize : keyPageSize
}

/** Creates the element naming a record in a query; undefined if only another of the entity's queries can find it. */
function createNameElement(table: EntityTable, query: string, element: string, value: string): Element | undefined {
  if (element !== getIdElement(table)) return leaf(element, value)
  return findDesktopRef(table, query, value) && createIdElement(table, query, value)
}

/** Divides names into chunks, one per request, each with either IDs or full names. */
function toChunks(names: readonly Element[]): readonly (readonly Element[])[] {
  const chunks: Element[][] = []
  for (const element of new Set(names.map(({ name }) => name))) {
    const same = names.filter(({ name }) => name === element)
    for (let from = 0; from < same.length; from += namesPerRequest)
      chunks.push(same.slice(from, from + namesPerRequest))
  }
  return chunks
}

function atMost(count: number): Element[] {
  return Number.isFinite(count) ? [leaf('MaxReturned', String(count))] : []
}

function createQueue(requests: readonly QbxmlRequest[], perSet = 1): RequestSequence {
  const queue = [...requests]
  return {
    countsOnly: false,
    hasNext: () => queue.length > 0,
    next: () => (queue.length === 0 ? throwExhausted() : queue.splice(0, perSet)),
    accept: () => 0,
    restart: () => throwExhausted(),
    stop: () => [],
  }
}

function throwExhausted(): never {
  throw new Error('There is no further request.')
}

/** Creates the requests reading one result in pages. QuickBooks keeps the result between them. */
function createIterator(
  createRequest: (attributes: Record<string, string>) => QbxmlRequest,
  { size, maxFetched }: { readonly size: number; readonly maxFetched: number },
): RequestSequence {
  const start = { iterator: 'Start' }
  let state: Record<string, string> | undefined = start
  let progress = watchProgress(size, maxFetched)
  return {
    countsOnly: false,
    hasNext: () => state !== undefined,
    next() {
      if (state === undefined) throwExhausted()
      progress.require()
      return [createRequest(state)]
    },
    accept(response) {
      const { iteratorId, iteratorRemainingCount = 0 } = response
      progress.observe(response)
      state =
        iteratorId === undefined || iteratorRemainingCount === 0
          ? undefined
          : { iterator: 'Continue', iteratorID: iteratorId }
      return state === undefined ? 0 : iteratorRemainingCount
    },
    restart() {
      state = start
      progress = watchProgress(size, maxFetched)
    },
    stop: () => (state?.iteratorID === undefined ? [] : [createRequest({ ...state, iterator: 'Stop' })]),
  }
}

/** Returns whether one of the entity's desktop queries matches exactly the wanted records. */
export function matchesExactly({ isExact, filters }: PushDown, table: EntityTable, name: string): boolean {
  return (
    isExact &&
    !table.mixed &&
    table.companions?.select === undefined &&
    filters.every((filter) => supports(name, filter.name))
  )
}
