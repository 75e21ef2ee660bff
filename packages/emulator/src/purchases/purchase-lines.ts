import Big from 'big.js'
import { checkPosting } from '../accounts/account-type.ts'
import { findBalanceOwner } from '../accounts/balance-owner.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import { flattenLines, lineFields } from '../books/lines.ts'
import type { Fields, Line, Posting } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { type LineEntry, type LineSource, type LineTable, lineTable } from '../transactions/line-table.ts'
import { debit } from '../transactions/posting.ts'
import { getPurchaseAccount, purchaseLine } from './purchase-price.ts'

/** Lines with an account: `ExpenseLineAdd`, `ExpenseLineMod`, `ExpenseLineRet`. */
export const expenseLines: LineTable = lineTable('ExpenseLine', {
  clear: 'ClearExpenseLines',
  enter: (line, { books }) => expenseLine(books, line),
})

function expenseLine(books: Books, { fields }: LineEntry): Fields {
  checkPosting(books, fields, 'AccountRef')
  return fields
}

/** Creates the line table with items and item groups, which can receive `source` orders. */
export function itemLines(source?: LineSource): LineTable {
  return lineTable('ItemLine', {
    clear: 'ClearItemLines',
    group: 'ItemGroupLine',
    enter: (line, { books }) => purchaseLine(books, line, 'Cost'),
    ...(source === undefined ? {} : { source }),
  })
}

/** Sums a purchase's lines. Throws status 3210 for a negative sum. */
export function computePurchaseTotal(lines: readonly Line[], field: string): string {
  const total = sum(lineFields(lines).map((line) => getText(line, 'Amount') ?? 0))
  if (total.lt(0)) throw invalidField(field, amountText(total), 'The total must not be negative.')
  checkAmountLimit(field, total)
  return amountText(total)
}

/**
 * Returns a purchase's line postings: debits, or credits with sign -1. The `payee` (ListID) balance changes for an
 * accounts payable line without a customer.
 */
export function toPurchasePostings(
  books: Books,
  lines: readonly Line[],
  sign: 1 | -1,
  payee: string | undefined,
): readonly Posting[] {
  return flattenLines(lines).flatMap(({ id, fields }) => {
    const amount = Big(getText(fields, 'Amount') ?? 0).times(sign)
    if (amount.eq(0)) return []
    const item = findItem(books, fields)
    const account = item === undefined ? getRefId(fields, 'AccountRef') : getPurchaseAccount(books, fields, item)
    if (account === undefined) throw missingAccount('AccountRef')
    const owner = findBalanceOwner(books, account, [getRefId(fields, 'CustomerRef'), payee])
    return [{ ...debit(books, account, amount, owner), line: id }]
  })
}
