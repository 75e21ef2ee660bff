import type { Element, QbxmlRequest } from '@bridge/qbxml'
import { getQueries, supports } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { PushDown } from './push-down.ts'
import type { Condition, Query } from './query.ts'

/** How a query was run, which shows why it is slow. */
export interface Explanation {
  /** The first message set's requests, one text each: `InvoiceQueryRq TxnDateRangeFilter.FromTxnDate=2026-01-31`. */
  readonly requests: readonly string[]
  /** The conditions and the order not pushed down: `Balance >=`, `ORDERBY TxnDate`. */
  readonly local: readonly string[]
  readonly messageSets: number
  /** The record count returned by QuickBooks. */
  readonly fetched: number
}

/** How many values to list. The rest are only counted, since a request can name a hundred records. */
const maxShown = 3

/** Explains a query; `requests` are those in its first message set. */
export function explain({
  query,
  table,
  pushed,
  requests,
  messageSets,
  fetched,
}: {
  readonly query: Query
  readonly table: EntityTable
  readonly pushed: PushDown
  readonly requests: readonly QbxmlRequest[]
  readonly messageSets: number
  readonly fetched: number
}): Explanation {
  return {
    requests: requests.map(serializeRequest),
    local: [
      ...getLocalConditions(query, table, pushed).map(({ property, operator }) => `${property} ${operator}`),
      ...query.sortings.map(({ property, descending }) => `ORDERBY ${property}${descending ? ' DESC' : ''}`),
    ],
    messageSets,
    fetched,
  }
}

function serializeRequest({ name, attributes = {}, children }: QbxmlRequest): string {
  const values = new Map<string, string[]>()
  for (const { path, text } of children.flatMap(getLeaves)) {
    values.set(path, [...(values.get(path) ?? []), text])
  }
  const shown = [...values].map(([path, texts]) =>
    texts.length > maxShown ? `${path}=(${texts.length} values)` : `${path}=${texts.join(',')}`,
  )
  return [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`), ...shown].join(' ')
}

function getLeaves({ name, text, children }: Element): { readonly path: string; readonly text: string }[] {
  return children.length === 0
    ? [{ path: name, text }]
    : children.flatMap(getLeaves).map((leaf) => ({ ...leaf, path: `${name}.${leaf.path}` }))
}

/** Returns the conditions not applied by any QuickBooks filter. */
function getLocalConditions({ conditions }: Query, table: EntityTable, { applied }: PushDown): Condition[] {
  const pushed = new Set(
    [...applied].flatMap(([element, these]) =>
      getQueries(table).every((name) => supports(name, element)) ? these : [],
    ),
  )
  return conditions.filter((condition) => !pushed.has(condition))
}
