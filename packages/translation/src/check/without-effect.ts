import type { JsonValue } from '../table/json.ts'
import { isMeaningful } from './check-value.ts'

/** The fields of QBO's one type of line that have the details of a kind of line. */
const lineDetails: ReadonlySet<string> = new Set([
  'AccountBasedExpenseLineDetail',
  'DepositLineDetail',
  'DescriptionLineDetail',
  'DiscountLineDetail',
  'GroupLineDetail',
  'ItemAdjustmentLineDetail',
  'ItemBasedExpenseLineDetail',
  'ItemReceiptLineDetail',
  'JournalEntryLineDetail',
  'PaymentLineDetail',
  'PurchaseOrderItemLineDetail',
  'ReimburseLineDetail',
  'SalesItemLineDetail',
  'SalesOrderItemLineDetail',
  'SubTotalLineDetail',
  'TaxLineDetail',
  'TDSLineDetail',
])

/**
 * Returns whether a field that the record or line does not have changes nothing: a null, or the empty details of another
 * kind of line, which clients with one type for all lines send.
 */
export function isWithoutEffect(name: string, value: JsonValue): boolean {
  return value === null || (lineDetails.has(name) && !isMeaningful(value))
}
