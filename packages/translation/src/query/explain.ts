import type { Element } from '../qbxml/element.ts'
import type { QbxmlRequest } from '../qbxml/message-set.ts'
import { queriesOf, takes } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { PushDown } from './push-down.ts'
import type { Condition, Query } from './query.ts'

/** How a query was answered, for whoever wants to know why it is slow. */
export interface Explanation {
  /** What QuickBooks was asked first, one text a request: `InvoiceQueryRq TxnDateRangeFilter.FromTxnDate=2026-01-31`. */
  readonly asked: readonly string[]
  /** What QuickBooks could not leave out or put in order, so that it is done here: `Balance >=`, `ORDERBY TxnDate`. */
  readonly here: readonly string[]
  readonly messageSets: number
  /** Records that QuickBooks answered. */
  readonly fetched: number
}

/** More values than this are counted, not shown: a request can name a hundred records. */
const shownMax = 3

/** Explains a query; `requests` are those of its first message set. */
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
    asked: requests.map(printAsked),
    here: [
      ...conditionsLeft(query, table, pushed).map(({ property, operator }) => `${property} ${operator}`),
      ...query.sortings.map(({ property, descending }) => `ORDERBY ${property}${descending ? ' DESC' : ''}`),
    ],
    messageSets,
    fetched,
  }
}

function printAsked({ name, attributes = {}, children }: QbxmlRequest): string {
  const values = new Map<string, string[]>()
  for (const { path, text } of children.flatMap(leavesOf)) {
    values.set(path, [...(values.get(path) ?? []), text])
  }
  const shown = [...values].map(([path, texts]) =>
    texts.length > shownMax ? `${path}=(${texts.length} values)` : `${path}=${texts.join(',')}`,
  )
  return [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`), ...shown].join(' ')
}

function leavesOf({ name, text, children }: Element): { readonly path: string; readonly text: string }[] {
  return children.length === 0
    ? [{ path: name, text }]
    : children.flatMap(leavesOf).map((leaf) => ({ ...leaf, path: `${name}.${leaf.path}` }))
}

/** The conditions that no filter of QuickBooks stands for. */
function conditionsLeft({ conditions }: Query, table: EntityTable, { applied }: PushDown): Condition[] {
  const done = new Set(
    [...applied].flatMap(([element, these]) => (queriesOf(table).every((name) => takes(name, element)) ? these : [])),
  )
  return conditions.filter((condition) => !done.has(condition))
}
