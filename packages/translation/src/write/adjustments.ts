import { Fault } from '@bridge/faults'
import type { Element, QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import { checkValue, isBlank } from '../check/check-value.ts'
import { variantOfRecord } from '../read/requests.ts'
import { statusFault } from '../read/status-fault.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { isValueRow } from '../table/row.ts'
import type { NamedRecords } from '../table/traits.ts'

/** An update, and the transactions by which QuickBooks reaches the values that no Mod can set. */
export interface AdjustedUpdate {
  /** Without those values. */
  readonly record: CheckedRecord
  /** Sent after the Mod, in the same message set. */
  readonly adjustments: readonly QbxmlRequest[]
}

/**
 * Divides an update into what a Mod sets and the adjustments for the rest.
 *
 * @param current the record to update
 * @param named has the accounts of adjustments; values without one stay in the record, and may only be repeated
 */
export function planAdjustments(
  record: CheckedRecord,
  current: Element | undefined,
  named: NamedRecords,
): AdjustedUpdate {
  const adjustments: QbxmlRequest[] = []
  const adjusted = new Set<string>()
  const variant = current && variantOfRecord(record.table, current)
  for (const [key, row] of Object.entries(variant?.rows ?? {})) {
    const value = record.body[key]
    if (current === undefined || !isValueRow(row) || value === undefined || isBlank(value)) continue
    const account = row.write.adjustment && named.get(row.write.adjustment.setting)
    const wanted = account === undefined ? undefined : checkValue(row, value, key)
    if (account === undefined || typeof wanted !== 'string') continue
    const request = row.write.adjustment?.create(current, wanted, account)
    adjusted.add(key)
    if (request !== undefined) adjustments.push(request)
  }
  if (adjusted.size === 0) return { record, adjustments }
  const body = Object.fromEntries(Object.entries(record.body).filter(([key]) => !adjusted.has(key)))
  const unchanged = record.unchanged.filter(({ path }) => !adjusted.has(path))
  return { record: { ...record, body, unchanged }, adjustments }
}

/** Rejects a failed adjustment with its status's fault, which says that the record itself was changed. */
export function requireAdjusted({ table, id }: CheckedRecord, responses: readonly QbxmlResponse[]): void {
  const failed = responses.find(({ statusSeverity }) => statusSeverity === 'Error')
  if (failed === undefined) return
  const fault = statusFault(failed, {})
  const detail = `${table.name} ${id} was changed, but its ${failed.name.replace(/AddRs$/, '')} was refused: ${fault.detail}`
  throw new Fault(fault.code, detail, { ...(fault.status && { status: fault.status }), cause: fault })
}
