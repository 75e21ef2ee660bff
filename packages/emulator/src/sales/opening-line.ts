import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

/**
 * The field on an opening balance's line, which has an amount without an item, posted to this account. QuickBooks does
 * not show the field, and no request can contain it.
 */
export const openingAccount = 'OpeningAccountRef'

/** Returns the amount on an opening balance's line; `undefined` for any other line. */
export function getOpeningAmount(line: Fields): string | undefined {
  return getRefId(line, openingAccount) === undefined ? undefined : (getText(line, 'Amount') ?? '0.00')
}
