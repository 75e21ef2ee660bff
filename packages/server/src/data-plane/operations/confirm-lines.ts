import {
  type CheckedRecord,
  createAmountQueries,
  createItemQueries,
  requireLinkedAmounts,
  requireNamedItems,
} from '@bridge/translation'
import type { Element } from '@bridge/translation/qbxml'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'

/**
 * Confirms, before anything is written, that lines name items of the right type (a discount line, for example, needs a
 * discount item), and state the amounts of the payments that a new deposit contains. Takes one exchange if a line needs
 * it; otherwise none.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`, `2010`
 */
export async function confirmLines(company: CompanyFile, record: CheckedRecord, current?: Element): Promise<void> {
  const requests = [...createItemQueries(record, current), ...createAmountQueries(record)]
  if (requests.length === 0) return
  const responses = await exchangeReads(company, requests)
  requireNamedItems(record, responses, current)
  requireLinkedAmounts(record, responses)
}
