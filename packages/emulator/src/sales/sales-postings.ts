import Big from 'big.js'
import { itemAccount } from '../accounts/item-accounts.ts'
import { specialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { refOf, textOf } from '../books/fields.ts'
import { itemOf } from '../books/line-item.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields, Posting, Transaction } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'
import { credit, debit } from '../transactions/posting.ts'
import { countedLines } from './line-price.ts'
import { totalOf } from './totals.ts'

/**
 * The entry in the ledger that a sale makes: the total to `account` (receivable, or where the money is),
 * each line against the account of its item, the tax against sales tax payable. A pending sale makes none.
 */
export function salePostings(books: Books, { fields, lines }: Transaction, account: string): readonly Posting[] {
  if (textOf(fields, 'IsPending') === 'true') return []
  const tax = textOf(fields, 'SalesTaxTotal') ?? '0.00'
  return [
    debit(books, account, totalOf(fields), refOf(fields, 'CustomerRef')),
    ...countedLines(books, lineFields(lines)).map((line) =>
      credit(books, accountOf(books, line), textOf(line, 'Amount') ?? '0'),
    ),
    ...(Big(tax).eq(0) ? [] : [credit(books, specialAccount(books, 'SalesTaxPayable').id, tax)]),
  ]
}

function accountOf(books: Books, line: Fields): string {
  const item = itemOf(books, line)
  const account =
    refOf(line, 'OverrideItemAccountRef') ??
    itemAccount(books, line, 'IncomeAccountRef') ??
    (item?.kind === 'ItemPayment' ? specialAccount(books, 'UndepositedFunds').id : undefined)
  if (account === undefined) throw missingAccount(item === undefined ? 'ItemRef' : books.lists.fullName(item))
  return account
}

/** The same the other way round, as a credit memo makes it. */
export function reversed(postings: readonly Posting[]): readonly Posting[] {
  return postings.map((posting) => ({ ...posting, amount: Big(posting.amount).times(-1).toFixed(2) }))
}
