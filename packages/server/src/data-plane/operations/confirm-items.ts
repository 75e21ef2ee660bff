import { type CheckedRecord, namedItemsRequests, requireNamedItems } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchangeReads } from '../exchange.ts'

/**
 * Confirms that new lines name items of the kind that they need, before anything is written: discounts a discount
 * item. One exchange where there is such a line, else none.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`
 */
export const confirmItems = async (company: CompanyFile, record: CheckedRecord): Promise<void> => {
  const requests = namedItemsRequests(record)
  if (requests.length > 0) requireNamedItems(record, await exchangeReads(company, requests))
}
