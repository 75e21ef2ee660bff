import { Fault } from '@bridge/faults'
import { branch, childText, type Element, leaf } from '../qbxml/element.ts'
import type { QbxmlRequest } from '../qbxml/message-set.ts'
import { formatEpoch } from '../qbxml/times.ts'
import { idElement } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { HostClock } from './host-clock.ts'
import type { Condition } from './query.ts'
import { timesOf } from './ranges.ts'

/**
 * Asks the log of deletions for the records of an entity that went in the time of these conditions, and an hour or two
 * around it; no request where QuickBooks keeps no such log (facts/qbxml.md, section 4.5).
 */
export function deletionsRequest(table: EntityTable, deletedThen: readonly Condition[]): readonly QbxmlRequest[] {
  const types = table.deletedAs ?? table.variants.map(({ desktop }) => desktop)
  if (table.kind === 'single' || types.length === 0) return []
  const of = table.kind === 'transaction' ? 'Txn' : 'List'
  const times = timesOf(deletedThen)
  const from = times === 'empty' || times.from === undefined ? [] : [leaf('FromDeletedDate', times.from)]
  return [
    branch(`${of}DeletedQueryRq`, [
      ...types.map((type) => leaf(`${of}DelType`, type)),
      ...(from.length === 0 ? [] : [branch('DeletedDateRangeFilter', from)]),
    ]),
  ]
}

/**
 * Rows of the log of deletions in the reference API's shape (specification, section 2.4), oldest first.
 *
 * @param since seconds since 1970; what went in that very second counts
 * @throws Fault `500` for a row without its time
 */
export function deletedStubs(
  table: EntityTable,
  rows: readonly Element[],
  { since, clock }: { since: number; clock: HostClock },
): readonly JsonObject[] {
  return rows
    .map((row) => ({ id: childText(row, idElement(table)) ?? '', at: deletedAt(row, clock) }))
    .filter(({ at }) => at >= since)
    .sort((one, other) => one.at - other.at)
    .map(({ id, at }) => ({
      domain: 'QBO',
      status: 'Deleted',
      Id: id,
      MetaData: { LastUpdatedTime: formatEpoch(at) },
    }))
}

function deletedAt(row: Element, clock: HostClock): number {
  const time = clock.trueTime(childText(row, 'TimeDeleted') ?? '')
  if (time === undefined) throw new Fault('500', 'QuickBooks Desktop did not tell when a record was deleted')
  return time
}
