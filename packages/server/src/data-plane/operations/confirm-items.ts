import { type CheckedRecord, createItemQueries, requireNamedItems } from '@bridge/translation'
import type { Element } from '@bridge/translation/qbxml'
import type { CompanyFile } from './company-file.ts'
import { exchangeReads } from './exchange.ts'

/**
 * Confirms, before anything is written, that lines name items of the right type; a discount line, for example, needs a
 * discount item. Takes one exchange if a new line names such an item or a line of the current record changes it;
 * otherwise none.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`
 */
export async function confirmItems(company: CompanyFile, record: CheckedRecord, current?: Element): Promise<void> {
  const requests = createItemQueries(record, current)
  if (requests.length > 0) requireNamedItems(record, await exchangeReads(company, requests), current)
}
