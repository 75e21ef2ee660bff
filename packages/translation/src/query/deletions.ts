import { Fault } from '@bridge/faults'
import { branch, childText, type Element, formatEpoch, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { getIdElement } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { toClientId } from '../table/merged-ids.ts'
import type { HostClock } from './host-clock.ts'
import type { Condition } from './query.ts'
import { toTimeRange } from './ranges.ts'

/**
 * Creates the deletion log request for the period in the conditions, widened by two hours. Empty if QuickBooks has no
 * log for the entity.
 */
export function createDeletionsRequest(table: EntityTable, deleted: readonly Condition[]): readonly QbxmlRequest[] {
  const types = table.deletedAs ?? table.variants.map(({ desktop }) => desktop)
  if (table.kind === 'single' || types.length === 0) return []
  const stem = table.kind === 'transaction' ? 'Txn' : 'List'
  const times = toTimeRange(deleted)
  const from = times === 'empty' || times.from === undefined ? [] : [leaf('FromDeletedDate', times.from)]
  return [
    branch(`${stem}DeletedQueryRq`, [
      ...types.map((type) => leaf(`${stem}DelType`, type)),
      ...(from.length === 0 ? [] : [branch('DeletedDateRangeFilter', from)]),
    ]),
  ]
}

/**
 * Converts deletion log rows to client-side stubs, oldest first.
 *
 * @param since seconds since 1970, inclusive
 * @throws Fault `500` for a row without its time
 */
export function toDeletedStubs(
  table: EntityTable,
  rows: readonly Element[],
  { since, clock }: { since: number; clock: HostClock },
): readonly JsonObject[] {
  return rows
    .map((row) => ({ id: getDeletedId(table, row), at: getDeletionTime(row, clock) }))
    .filter(({ at }) => at >= since)
    .sort((one, other) => one.at - other.at)
    .map(({ id, at }) => ({
      domain: 'QBO',
      status: 'Deleted',
      Id: id,
      MetaData: { LastUpdatedTime: formatEpoch(at) },
    }))
}

function getDeletedId(table: EntityTable, row: Element): string {
  const id = childText(row, getIdElement(table)) ?? ''
  return toClientId(table, childText(row, 'ListDelType') ?? '', id)
}

function getDeletionTime(row: Element, clock: HostClock): number {
  const time = clock.trueTime(childText(row, 'TimeDeleted') ?? '')
  if (time === undefined) throw new Fault('500', 'QuickBooks Desktop returned a deletion without its time.')
  return time
}
