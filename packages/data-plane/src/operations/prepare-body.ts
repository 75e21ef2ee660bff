import { composeLetters, type EntityTable, replaceStandIns } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'

/**
 * Returns a body as it is checked and written: with whole letters, and the desktop's IDs.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`
 */
export function prepareBody({ readContext }: CompanyFile, table: EntityTable, body: unknown): unknown {
  return replaceStandIns(table, composeLetters(body), readContext.namedRecords ?? new Map())
}
