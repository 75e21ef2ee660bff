import { Fault } from '@bridge/faults'
import type { EntityTable } from '../table/entity-table.ts'
import type { Row } from '../table/row.ts'
import type { Filter } from '../table/traits.ts'
import type { Query } from './query.ts'
import { getClausesNeedingRecords } from './query-keys.ts'

/** The records one query may read [dp-4.3.12]. */
export const maxScanned = 5_000
/** The records one query may read with their lines. */
export const maxScannedWithLines = 1_000

/**
 * The records reachable by paging through an exactly filtered result, and counted by their IDs. A company file can have
 * as many items or names.
 */
export const maxListed = 1_000_000

/** Creates `UNSUPPORTED_QUERY` for a query reading too many records, with the conditions to narrow it. */
export function scanLimitError(
  query: Query,
  table: EntityTable,
  { withLines, maxFetched }: { readonly withLines: boolean; readonly maxFetched: number },
): Fault {
  const clauses = getClausesNeedingRecords(query, table)
  const records = `${maxFetched} records of ${table.name}${withLines ? ' with their lines' : ''}`
  const last = query.startPosition - 1 + query.maxResults
  const problem =
    query.selection.kind !== 'count' && query.startPosition > 1 && last > maxFetched
      ? `STARTPOSITION ${query.startPosition} is too deep, since a query can read at most ${records}.`
      : `This query would have to read more than ${records}.`
  const advice = `Narrow it with ${joinWords(getNarrowing(table))}`
  const reason =
    clauses.length === 0 ? '' : ` Only whole records show ${clauses.join(', ')}: without it, there is no such limit.`
  return new Fault('UNSUPPORTED_QUERY', `${problem}${reason} ${advice}.`)
}

function joinWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Returns example conditions QuickBooks itself can apply. */
function getNarrowing(table: EntityTable): string[] {
  const named = (filter: Filter): string[] => getPropertiesWith(table, filter).slice(0, 1)
  return [
    table.kind === 'transaction'
      ? 'a range of TxnDate or MetaData.LastUpdatedTime'
      : 'a range of MetaData.LastUpdatedTime',
    ...named('byActive'),
    ...named('byName').map((name) => `the start of ${name}`),
    ...named('byEntity'),
    ...named('byRefNumber'),
    'Id',
  ]
}

function getPropertiesWith(table: EntityTable, filter: Filter): string[] {
  return [
    ...new Set(
      table.variants.flatMap(({ rows }) =>
        Object.entries(rows).flatMap(([key, row]) => (getFilter(row) === filter ? [key] : [])),
      ),
    ),
  ]
}

function getFilter(row: Row): Filter | undefined {
  if (row.kind === 'value') return row.query.filter
  return row.kind === 'derived' ? row.filter : undefined
}
