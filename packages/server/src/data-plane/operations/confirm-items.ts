import { type CheckedRecord, namedItemsRequests, requireNamedItems } from '@bridge/translation'
import type { Element } from '@bridge/translation/qbxml'
import type { CompanyFile } from '../company-file.ts'
import { exchangeReads } from '../exchange.ts'

/**
 * Confirms that lines name items of the kind that they need, before anything is written: discounts a discount item.
 * One exchange where a new line names one, or a line of the current record another one; else none.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`
 */
export async function confirmItems(company: CompanyFile, record: CheckedRecord, current?: Element): Promise<void> {
  const requests = namedItemsRequests(record, current)
  if (requests.length > 0) requireNamedItems(record, await exchangeReads(company, requests), current)
}
