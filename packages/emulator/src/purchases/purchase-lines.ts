import Big from 'big.js'
import { checkPosting } from '../accounts/account-type.ts'
import { findBalanceOwner } from '../accounts/balance-owner.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields, Line, Posting } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { type LineEntry, type LineSource, type LineTable, lineTable } from '../transactions/line-table.ts'
import { debit } from '../transactions/posting.ts'
import { getPurchaseAccount, purchaseLine } from './purchase-price.ts'

/** Lines that name an account: `ExpenseLineAdd`, `ExpenseLineMod`, `ExpenseLineRet`. */
export const expenseLines: LineTable = lineTable('ExpenseLine', {
  clear: 'ClearExpenseLines',
  enter: (line, { books }) => expenseLine(books, line),
})

function expenseLine(books: Books, { fields }: LineEntry): Fields {
  checkPosting(books, fields, 'AccountRef')
  return fields
}

/** Lines that name an item, and item groups. `source` tells which orders they can receive. */
export function itemLines(source?: LineSource): LineTable {
  return lineTable('ItemLine', {
    clear: 'ClearItemLines',
    group: 'ItemGroupLine',
    enter: (line, { books }) => purchaseLine(books, line, 'Cost'),
    ...(source === undefined ? {} : { source }),
  })
}

/** The sum of the lines of a purchase. Throws status 3210 where it is negative. */
export function computePurchaseTotal(lines: readonly Line[], field: string): string {
  const total = sum(lineFields(lines).map((line) => getText(line, 'Amount') ?? 0))
  if (total.lt(0)) throw invalidField(field, amountText(total), 'The total must not be negative.')
  checkAmountLimit(field, total)
  return amountText(total)
}

/**
 * The postings of the lines of a purchase: what was bought is debited, with sign -1 credited. `payee`
 * (ListID) is whose balance an accounts payable line moves where the line names nobody.
 */
export function toPurchasePostings(
  books: Books,
  lines: readonly Line[],
  sign: 1 | -1,
  payee: string | undefined,
): readonly Posting[] {
  return lineFields(lines).flatMap((line) => {
    const amount = Big(getText(line, 'Amount') ?? 0).times(sign)
    if (amount.eq(0)) return []
    const item = findItem(books, line)
    const account = item === undefined ? getRefId(line, 'AccountRef') : getPurchaseAccount(books, line, item)
    if (account === undefined) throw missingAccount('AccountRef')
    return [debit(books, account, amount, findBalanceOwner(books, account, [getRefId(line, 'CustomerRef'), payee]))]
  })
}
