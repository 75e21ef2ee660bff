import { Fault } from '@bridge/faults'
import type { EntityTable } from '../table/entity-table.ts'
import type { Filter } from '../table/row.ts'
import type { Query } from './query.ts'

/** Records that one query may look at (specification, 4.3 rule 12). */
export const scanMax = 5_000
/** Records that one query may look at with their lines. */
export const scanMaxWithLines = 1_000

/** `UNSUPPORTED_QUERY` for a query that would have to look at too many records; says what would narrow it. */
export function capReached(query: Query, table: EntityTable, { withLines }: { withLines: boolean }): Fault {
  const records = withLines
    ? `${scanMaxWithLines} records of ${table.name} with their lines`
    : `${scanMax} records of ${table.name}`
  const last = query.startPosition - 1 + query.maxResults
  const problem =
    query.selection.kind !== 'count' && last > (withLines ? scanMaxWithLines : scanMax)
      ? `STARTPOSITION ${query.startPosition} lies too deep: at most ${records} are looked at for one query`
      : `this query would have to look at more than ${records}`
  const advice = [
    `narrow it with ${inWords(narrowing(table))}`,
    ...(withLines ? [`or list the columns it needs without those of lines, for up to ${scanMax} records`] : []),
  ]
  return new Fault('UNSUPPORTED_QUERY', `${problem}; ${advice.join(', ')}`)
}

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** What a client can ask for that QuickBooks itself leaves the other records out by. */
function narrowing(table: EntityTable): string[] {
  const named = (filter: Filter): string[] => propertiesBy(table, filter).slice(0, 1)
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

function propertiesBy(table: EntityTable, filter: Filter): string[] {
  return [
    ...new Set(
      table.variants.flatMap(({ rows }) =>
        Object.entries(rows).flatMap(([key, row]) => ('filter' in row && row.filter === filter ? [key] : [])),
      ),
    ),
  ]
}
