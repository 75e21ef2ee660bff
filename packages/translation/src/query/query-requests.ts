import { arrange } from '../qbxml/arrange.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/message-set.ts'
import { readAlong, takes } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { Along } from '../table/row.ts'
import type { PushDown } from './push-down.ts'
import type { Query } from './query.ts'

/** Records that one request fetches. */
export const pageSize = 500
/** Records named in one request (facts/qbxml.md, section 14). */
const namesPerRequest = 100

/** The requests of a query, one after the other. */
export interface Requests {
  /** The answer is a number that QuickBooks counts itself. */
  readonly countsOnly: boolean
  hasNext(): boolean
  next(): QbxmlRequest
  /** Takes note of where QuickBooks stands; the number of records that it still has. */
  accept(response: QbxmlResponse): number
  /** Begins anew, for QuickBooks has forgotten the result. */
  restart(): void
  /** What tells QuickBooks to forget a result that is not read to its end. */
  stop(): readonly QbxmlRequest[]
}

export interface RequestPlan {
  readonly pushed: PushDown
  readonly isCount: boolean
  /** What is read along with the records; undefined: all there is. */
  readonly along: ReadonlySet<Along> | undefined
  /** The position of the last row that is asked for. */
  readonly last: number
  /** The most records that may be looked at. */
  readonly fetchMax: number
}

/** The requests that one of the entity's queries is asked by. */
export function requestsOf(query: Query, table: EntityTable, name: string, plan: RequestPlan): Requests {
  const { pushed, isCount, along, last, fetchMax } = plan
  const make = (filters: readonly Element[], attributes?: Record<string, string>): QbxmlRequest => {
    const readToo = table.kind === 'single' ? [] : readAlong(table, name, along)
    const taken = filters.filter((filter) => takes(name, filter.name))
    return arrange(branch(`${name}QueryRq`, [...taken, ...readToo], attributes))
  }
  if (pushed.isEmpty) return queue([])
  if (table.kind === 'single') return queue([make([])])
  const { named, filters } = pushed
  if (named !== undefined && takes(name, named.element)) {
    const chunks: QbxmlRequest[] = []
    for (let from = 0; from < named.values.length; from += namesPerRequest) {
      chunks.push(make(named.values.slice(from, from + namesPerRequest).map((value) => leaf(named.element, value))))
    }
    return queue(chunks)
  }
  const isExact = answersExactly(pushed, table, name)
  if (isCount && isExact) return { ...queue([make(filters, { metaData: 'MetaDataOnly' })]), countsOnly: true }
  if (!isCount && isExact && query.sortings.length === 0 && last <= pageSize) {
    return queue([make([leaf('MaxReturned', String(last)), ...filters])])
  }
  // One more than may be fetched tells whether there are more.
  if (!table.iterates) return queue([make([leaf('MaxReturned', String(fetchMax + 1)), ...filters])])
  return iterator((attributes) => make([leaf('MaxReturned', String(pageSize)), ...filters], attributes))
}

function queue(requests: readonly QbxmlRequest[]): Requests {
  const waiting = [...requests]
  return {
    countsOnly: false,
    hasNext: () => waiting.length > 0,
    next: () => waiting.shift() ?? exhausted(),
    accept: () => 0,
    restart: () => exhausted(),
    stop: () => [],
  }
}

function exhausted(): never {
  throw new Error('there is no further request')
}

/** Pages of one result, which QuickBooks holds between the requests (facts/qbxml.md, section 4.1). */
function iterator(make: (attributes: Record<string, string>) => QbxmlRequest): Requests {
  const start = { iterator: 'Start' }
  let state: Record<string, string> | undefined = start
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
    restart() {
      state = start
    },
    stop: () => (state?.iteratorID === undefined ? [] : [make({ ...state, iterator: 'Stop' })]),
  }
}

/** Whether one of the entity's queries answers the matching records and no others. */
export function answersExactly({ isExact, filters }: PushDown, table: EntityTable, name: string): boolean {
  return (
    isExact && !table.mixed && table.referredBy === undefined && filters.every((filter) => takes(name, filter.name))
  )
}
