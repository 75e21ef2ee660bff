import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { aggregateOf, refOf, textOf } from '../books/fields.ts'
import type { Fields, ListRecord, Posting } from '../books/record.ts'
import { specialAccount } from '../lists/special-account.ts'
import { missingAccount } from '../refusal.ts'
import { itemOf } from './line-price.ts'
import { countedLines, totalOf } from './totals.ts'

/**
 * The entry in the ledger that an invoice makes: the total to accounts receivable, each line against
 * the account of its item, the tax against sales tax payable. A pending invoice makes none.
 */
export const invoicePostings = (books: Books, header: Fields, lines: readonly Fields[]): readonly Posting[] => {
  if (textOf(header, 'IsPending') === 'true') return []
  const customer = refOf(header, 'CustomerRef') ?? null
  const receivable = refOf(header, 'ARAccountRef') ?? specialAccount(books, 'AccountsReceivable').id
  const credit = (account: string, amount: string): Posting => ({
    account,
    amount: amountText(Big(amount).times(-1)),
    entity: null,
  })
  const tax = textOf(header, 'SalesTaxTotal') ?? '0.00'
  const postings: Posting[] = [
    { account: receivable, amount: amountText(totalOf(header)), entity: customer },
    ...countedLines(books, lines).map((line) => credit(accountOf(books, line), textOf(line, 'Amount') ?? '0')),
    ...(Big(tax).eq(0) ? [] : [credit(specialAccount(books, 'SalesTaxPayable').id, tax)]),
  ]
  return postings.filter((posting) => !Big(posting.amount).eq(0))
}

/** Posts the invoices that hold an item anew, after a change of its account that applies to them too. */
export const repostItem = (books: Books, item: ListRecord): void => {
  for (const transaction of [...books.transactions.values()]) {
    if (!transaction.lines.some((line) => refOf(line.fields, 'ItemRef') === item.id)) continue
    const lines = transaction.lines.map((line) => line.fields)
    books.putTransaction({ ...transaction, postings: invoicePostings(books, transaction.fields, lines) })
  }
}

const accountOf = (books: Books, line: Fields): string => {
  const item = itemOf(books, line)
  const fields = item?.fields ?? {}
  const account =
    refOf(line, 'OverrideItemAccountRef') ??
    refOf(aggregateOf(fields, 'SalesOrPurchase'), 'AccountRef') ??
    refOf(aggregateOf(fields, 'SalesAndPurchase'), 'IncomeAccountRef') ??
    refOf(fields, 'AccountRef')
  if (account === undefined) throw missingAccount(item === undefined ? 'ItemRef' : books.lists.fullName(item))
  return account
}
