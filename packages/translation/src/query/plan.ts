import { Fault } from '@bridge/faults'
import { getQueries } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { ReadContext } from '../table/traits.ts'
import { planDeepPage } from './deep-page.ts'
import { needsLines } from './includes.ts'
import { pushDown } from './push-down.ts'
import type { Query } from './query.ts'
import { matchesExactly, pageSize } from './query-requests.ts'
import type { QueryRun } from './query-run.ts'
import { planScan } from './scan.ts'
import { scanMaxWithLines } from './scan-limit.ts'

/**
 * Plans a query over one entity: the requests to QuickBooks, and the evaluation of its records. Throws 4000 and
 * UNSUPPORTED_QUERY.
 *
 * @param table the table of `query.entity`
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
      `${table.name} supports only SELECT * FROM ${table.name}, without further clauses.`,
    )
  }
}

/** Returns whether a scan would read more records with their lines than the page contains. */
function isDeep(query: Query, table: EntityTable): boolean {
  const { startPosition, maxResults, selection, sortings } = query
  const names = getQueries(table)
  // The first rows of a family may all be of its first variant, while a scan also reads pages of the others.
  const fetched = startPosition - 1 + maxResults
  if (fetched <= (names.length === 1 ? scanMaxWithLines : pageSize)) return false
  if (selection.kind === 'count' || sortings.length > 0 || !needsLines(query, table)) return false
  const pushed = pushDown(query, table)
  return names.every((name) => matchesExactly(pushed, table, name))
}
