import type { Element } from '@bridge/qbxml'
import {
  type CheckedRecord,
  compareWithOwners,
  createAmountQueries,
  createCopyQueries,
  createItemQueries,
  createOwnerQueries,
  createReferenceQueries,
  requireConfirmedReferences,
  requireLinkedAmounts,
  requireNamedItems,
  withoutCopiedLines,
} from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'

/**
 * Confirms, before anything is written, that lines name items of the right type (a discount line, for example, needs a
 * discount item) and tax codes without tax, that they state the amounts of the payments that a new deposit contains, and
 * that values that belong to other records are theirs. Takes one exchange if the body has such a value; otherwise none.
 * Returns the record to write, without lines that QuickBooks copies from a linked transaction, and warnings.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`, `2010`, `2020`, `2500`, `UNSUPPORTED_BY_DESKTOP`
 */
export async function confirmRecord(
  company: CompanyFile,
  record: CheckedRecord,
  current?: Element,
): Promise<{ readonly record: CheckedRecord; readonly warnings: readonly string[] }> {
  const requests = [
    ...createItemQueries(record, current),
    ...createAmountQueries(record),
    ...createOwnerQueries(record, current),
    ...createReferenceQueries(record),
    ...createCopyQueries(record),
  ]
  const responses = requests.length === 0 ? [] : await exchangeReads(company, requests)
  requireNamedItems(record, responses, current)
  requireLinkedAmounts(record, responses)
  requireConfirmedReferences(record, responses)
  const warnings = compareWithOwners(record, responses, current)
  return { record: withoutCopiedLines(record, responses), warnings }
}
