import type { MessageSetResponse } from '@bridge/qbxml'
import { readWrittenChanges } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'
import type { RecordChange } from './record-change.ts'

/** Returns what a write changed, if a webhook receives the company file's changes. */
export function findWrittenChanges(
  { reportsChanges, entities, traceId }: CompanyFile,
  { responses }: MessageSetResponse,
): readonly RecordChange[] {
  if (reportsChanges !== true) return []
  return readWrittenChanges(responses, entities).map((change) => ({ ...change, source: 'write', traceId }))
}
