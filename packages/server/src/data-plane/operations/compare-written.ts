import { type CheckedRecord, findDifferences, findTaxWarnings, type ReadResult } from '@bridge/translation'
import type { Outcome } from './operation.ts'

/** Returns the parts of an outcome that tell how the written record differs from what the client sent. */
export function compareWritten(
  record: CheckedRecord,
  result: ReadResult,
): Pick<Outcome, 'taxWarnings' | 'differences'> {
  const taxWarnings = findTaxWarnings(record, result)
  const differences = findDifferences(record, result)
  return { ...(taxWarnings.length > 0 && { taxWarnings }), ...(differences.length > 0 && { differences }) }
}
