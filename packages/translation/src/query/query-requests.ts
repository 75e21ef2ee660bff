import { arrange, branch, type Element, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { createIdElement, getIdElement, getIncludeElements, supports } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { findDesktopRef } from '../table/merged-ids.ts'
import type { Include } from '../table/row.ts'
import { watchProgress } from './progress.ts'
import type { PushDown } from './push-down.ts'
import type { Query } from './query.ts'

/** The number of records that one request fetches. */
export const pageSize = 500
/** The number of records of which one request fetches only the IDs. */
const idPageSize = 5_000
/** The number of records that one request can name. */
const namesPerRequest = 100
/** The number of requests by ID in one message set, which then reads as many records as any other. */
const idRequestsPerSet = pageSize / namesPerRequest

/** The requests of one desktop query, in sequence. */
export interface RequestSequence {
  /** Requests only the number of records. */
  readonly countsOnly: boolean
  hasNext(): boolean
  /**
   * Returns the requests of the next message set: one, or several that name records by ID.
   *
   * @throws Fault `500` if the last page of an iterator made no progress
   */
  next(): readonly QbxmlRequest[]
  /** Updates the state of the iterator, and returns the number of remaining records. */
  accept(response: QbxmlResponse): number
  /** Starts again after QuickBooks has lost the result. */
  restart(): void
  /** Returns the requests that release a result that was not read to its end. */
  stop(): readonly QbxmlRequest[]
}

export interface RequestPlan {
  readonly pushed: PushDown
  readonly isCount: boolean
  /** Fetches only the IDs of the records. */
  readonly onlyIds: boolean
  /** Undefined for all parts. */
  readonly includes: ReadonlySet<Include> | undefined
  /** The position of the last row of the page. */
  readonly last: number
  /** The number of records that the query may read. */
  readonly fetchMax: number
}

/** Creates the requests of one of the entity's desktop queries. */
export function createRequestSequence(
  query: Query,
  table: EntityTable,
  name: string,
  plan: RequestPlan,
): RequestSequence {
  const { pushed, isCount, onlyIds, includes, last, fetchMax } = plan
  const size = onlyIds ? idPageSize : pageSize
  const isExact = matchesExactly(pushed, table, name)
  const countsOnly = isCount && isExact
  const idOnly = [leaf('IncludeRetElement', getIdElement(table))]
  const createRequest = (filters: readonly Element[], attributes?: Record<string, string>): QbxmlRequest => {
    const includeElements =
      table.kind === 'single' || countsOnly ? [] : onlyIds ? idOnly : getIncludeElements(table, name, includes)
    const supported = filters.filter((filter) => supports(name, filter.name))
    return arrange(branch(`${name}QueryRq`, [...supported, ...includeElements], attributes))
  }
  if (pushed.isEmpty) return createQueue([])
  if (table.kind === 'single') return createQueue([createRequest([])])
  const { named, filters } = pushed
  if (named !== undefined && supports(name, named.element)) {
    const names = named.values.flatMap((value) => createNameElement(table, name, named.element, value) ?? [])
    const requests = toChunks(names).map((chunk) => createRequest(chunk))
    // Of names and numbers one request at a time, since QuickBooks finds them slowly.
    return createQueue(requests, named.element === getIdElement(table) ? idRequestsPerSet : 1)
  }
  if (countsOnly) return { ...createQueue([createRequest(filters, { metaData: 'MetaDataOnly' })]), countsOnly }
  const isFirstPage = !isCount && isExact && query.sortings.length === 0
  if (isFirstPage && (last <= size || !table.iterates))
    return createQueue([createRequest([...atMost(last), ...filters])])
  // One record above the limit shows whether there are more.
  if (!table.iterates) return createQueue([createRequest([...atMost(fetchMax + 1), ...filters])])
  return createIterator((attributes) => createRequest([...atMost(size), ...filters], attributes), { size, fetchMax })
}

/** Creates the element that names a record in a query; undefined if only another query of the entity can find it. */
function createNameElement(table: EntityTable, query: string, element: string, value: string): Element | undefined {
  if (element !== getIdElement(table)) return leaf(element, value)
  return findDesktopRef(table, query, value) && createIdElement(table, query, value)
}

/** Divides names into those of one request each, which has either IDs or full names. */
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

/** Creates the requests that read one result in pages. QuickBooks keeps the result between them. */
function createIterator(
  createRequest: (attributes: Record<string, string>) => QbxmlRequest,
  { size, fetchMax }: { readonly size: number; readonly fetchMax: number },
): RequestSequence {
  const start = { iterator: 'Start' }
  let state: Record<string, string> | undefined = start
  let progress = watchProgress(size, fetchMax)
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
      progress = watchProgress(size, fetchMax)
    },
    stop: () => (state?.iteratorID === undefined ? [] : [createRequest({ ...state, iterator: 'Stop' })]),
  }
}

/** Returns whether one of the entity's desktop queries matches exactly the records of the query. */
export function matchesExactly({ isExact, filters }: PushDown, table: EntityTable, name: string): boolean {
  return (
    isExact &&
    !table.mixed &&
    table.companions?.select === undefined &&
    filters.every((filter) => supports(name, filter.name))
  )
}
