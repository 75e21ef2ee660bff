import {
  type CheckedRecord,
  findDifferences,
  findDiscountTaxWarnings,
  findTaxWarnings,
  isJsonObject,
  type ReadResult,
  showStandIns,
} from '@bridge/translation'
import type { Outcome } from './operation.ts'

/**
 * Returns the outcome parts showing how the written record differs from what the client sent.
 *
 * @param body as the client sent it, before letters were replaced
 */
export function compareWritten(
  record: CheckedRecord,
  result: ReadResult,
  body: unknown,
): Pick<Outcome, 'taxWarnings' | 'differences'> {
  const taxWarnings = [...findTaxWarnings(record, result), ...findDiscountTaxWarnings(record, result)]
  const compared = showStandIns(record.table, body, result.context.namedRecords ?? new Map())
  const differences = findDifferences({ ...record, body: isJsonObject(compared) ? compared : record.body }, result)
  return { ...(taxWarnings.length > 0 && { taxWarnings }), ...(differences.length > 0 && { differences }) }
}
