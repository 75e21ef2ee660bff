import Big from 'big.js'
import { getItemAccount } from '../accounts/item-accounts.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import { flattenLines } from '../books/lines.ts'
import type { Fields, Posting, Transaction } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'
import { credit, debit } from '../transactions/posting.ts'
import { isCountedLine } from './line-price.ts'
import { openingAccount } from './opening-line.ts'
import { getTotal } from './totals.ts'

/**
 * Returns a sale's postings: the total to `account` (receivable or money), each line to its item's account, and the tax
 * to sales tax payable. A pending sale has none.
 */
export function toSalePostings(books: Books, { fields, lines }: Transaction, account: string): readonly Posting[] {
  if (getText(fields, 'IsPending') === 'true') return []
  const tax = getText(fields, 'SalesTaxTotal') ?? '0.00'
  return [
    debit(books, account, getTotal(fields), getRefId(fields, 'CustomerRef')),
    ...flattenLines(lines)
      .filter((line) => isCountedLine(books, line.fields))
      .map(({ id, fields }) => ({
        ...credit(books, requireIncomeAccount(books, fields), getText(fields, 'Amount') ?? '0'),
        line: id,
      })),
    ...(Big(tax).eq(0) ? [] : [credit(books, requireSpecialAccount(books, 'SalesTaxPayable').id, tax)]),
  ]
}

function requireIncomeAccount(books: Books, line: Fields): string {
  const item = findItem(books, line)
  const account =
    getRefId(line, 'OverrideItemAccountRef') ??
    getItemAccount(books, line, 'IncomeAccountRef') ??
    getRefId(line, openingAccount) ??
    (item?.kind === 'ItemPayment' ? requireSpecialAccount(books, 'UndepositedFunds').id : undefined)
  if (account === undefined) throw missingAccount(item === undefined ? 'ItemRef' : books.lists.fullName(item))
  return account
}

/** Returns reversed postings, as for a credit memo. */
export function reverse(postings: readonly Posting[]): readonly Posting[] {
  return postings.map((posting) => ({ ...posting, amount: Big(posting.amount).times(-1).toFixed(2) }))
}
