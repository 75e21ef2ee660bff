import type { Element } from '@bridge/qbxml'
import { type CheckedRecord, planConfirmation } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import type { KnownCurrencies } from './currencies.ts'
import { exchangeReads } from './exchange.ts'

/**
 * Confirms, before anything is written, what a body says about other records. Takes one exchange if there is something
 * to confirm; otherwise none. Returns the record to write and warnings.
 *
 * @throws Fault `MISSING_REQUIRED_DESKTOP_ITEM`, `2010`, `2020`, `2500`, `UNSUPPORTED_BY_DESKTOP`
 */
export async function confirmRecord(
  company: CompanyFile,
  { record, currencies }: KnownCurrencies,
  current?: Element,
): Promise<{ readonly record: CheckedRecord; readonly warnings: readonly string[] }> {
  const { requests, finish } = planConfirmation(record, current, currencies)
  return finish(requests.length === 0 ? [] : await exchangeReads(company, requests))
}
