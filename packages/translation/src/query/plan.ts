import { Fault } from '@bridge/faults'
import { getQueries, supports } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { ReadContext } from '../table/traits.ts'
import { compileQuery } from './evaluate.ts'
import { IdList } from './id-list.ts'
import { ListPage } from './list-page.ts'
import { type PushDown, pushDown } from './push-down.ts'
import type { Query } from './query.ts'
import { findQueryKeys, getIdKeys, type QueryKeys } from './query-keys.ts'
import type { QueryRun, ToRow } from './query-run.ts'
import { Scan } from './scan.ts'
import { maxListed } from './scan-limit.ts'

/**
 * Plans a query over one entity: the requests to QuickBooks, and the evaluation in the service. Throws 4000 and
 * UNSUPPORTED_QUERY.
 *
 * @param table the table for `query.entity`
 * @param list the IDs read by the same query's earlier pages, extended by this page
 */
export function planQuery(query: Query, table: EntityTable, context: ReadContext, list?: IdList): QueryRun {
  return planRows(query, table, context, (record) => record, list)
}

/** Plans a query like {@link planQuery}, but converts each record with `toRow` as it is read. */
export function planRows<Row>(
  query: Query,
  table: EntityTable,
  context: ReadContext,
  toRow: ToRow<Row>,
  list?: IdList,
): QueryRun<Row> {
  if (table.kind === 'single') requireBare(query, table)
  const keys = chooseKeys(query, table)
  if (keys === undefined) return new Scan(query, table, context, toRow)
  if (query.selection.kind === 'count') return new Scan(query, table, context, toRow, { maxFetched: maxListed, keys })
  compileQuery(query, table) // Throws for an invalid query before anything is sent.
  return new ListPage(query, table, context, toRow, { list: list ?? new IdList(), keys })
}

function requireBare(query: Query, table: EntityTable): void {
  if (query.selection.kind !== 'all' || query.conditions.length > 0 || query.sortings.length > 0) {
    throw new Fault(
      'UNSUPPORTED_QUERY',
      `${table.name} supports only SELECT * FROM ${table.name}, without further clauses.`,
    )
  }
}

/** Chooses the keys by which to find a query's records; undefined if it reads whole records. */
function chooseKeys(query: Query, table: EntityTable): QueryKeys | undefined {
  if (table.kind === 'single') return undefined
  const pushed = pushDown(query, table)
  if (pushed.isEmpty || pushed.named !== undefined) return undefined
  return isFilteredExactly(query, table, pushed) ? getIdKeys(table) : findQueryKeys(query, table)
}

/** Returns whether QuickBooks applies all conditions in an unsorted query, so IDs suffice to find its records. */
function isFilteredExactly({ sortings }: Query, table: EntityTable, { isExact, filters }: PushDown): boolean {
  if (sortings.length > 0 || table.companions?.select !== undefined) return false
  return isExact && getQueries(table).every((name) => filters.every((filter) => supports(name, filter.name)))
}
