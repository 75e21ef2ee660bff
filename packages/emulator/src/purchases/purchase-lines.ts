import Big from 'big.js'
import { checkPosting } from '../accounts/account-type.ts'
import { balanceOwner } from '../accounts/balance-owner.ts'
import type { Books } from '../books/books.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import { itemOf } from '../books/line-item.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields, Line, Posting } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import { type LineEntry, type LineTable, lineTable, type Takeover } from '../transactions/line-table.ts'
import { debit } from '../transactions/posting.ts'
import { purchaseAccount, purchaseLine } from './purchase-price.ts'

/** Lines that name an account: `ExpenseLineAdd`, `ExpenseLineMod`, `ExpenseLineRet`. */
export const expenseLines: LineTable = lineTable('ExpenseLine', {
  clear: 'ClearExpenseLines',
  enter: (line, { books }) => expenseLine(books, line),
})

function expenseLine(books: Books, { fields }: LineEntry): Fields {
  checkPosting(books, fields, 'AccountRef')
  return fields
}

/** Lines that name an item, and item groups. `takesOver` tells which orders they can receive. */
export function itemLines(takesOver?: Takeover): LineTable {
  return lineTable('ItemLine', {
    clear: 'ClearItemLines',
    group: 'ItemGroupLine',
    enter: (line, { books }) => purchaseLine(books, line, 'Cost'),
    ...(takesOver === undefined ? {} : { takesOver }),
  })
}

/** The sum of the lines of a purchase. Throws status 3210 where it is negative. */
export function purchaseTotal(lines: readonly Line[], field: string): string {
  const total = sumOf(lineFields(lines).map((line) => textOf(line, 'Amount') ?? 0))
  if (total.lt(0)) throw invalidField(field, amountText(total), 'The total must not be negative.')
  checkAmountLimit(field, total)
  return amountText(total)
}

/**
 * The postings of the lines of a purchase: what was bought is debited, with sign -1 credited. `payee`
 * (ListID) is whose balance an accounts payable line moves where the line names nobody.
 */
export function purchasePostings(
  books: Books,
  lines: readonly Line[],
  sign: 1 | -1,
  payee: string | undefined,
): readonly Posting[] {
  return lineFields(lines).flatMap((line) => {
    const amount = Big(textOf(line, 'Amount') ?? 0).times(sign)
    if (amount.eq(0)) return []
    const item = itemOf(books, line)
    const account = item === undefined ? refOf(line, 'AccountRef') : purchaseAccount(books, line, item)
    if (account === undefined) throw missingAccount('AccountRef')
    return [debit(books, account, amount, balanceOwner(books, account, [refOf(line, 'CustomerRef'), payee]))]
  })
}
