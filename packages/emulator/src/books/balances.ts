import type Big from 'big.js'
import type { Books } from './books.ts'
import { findForeignCurrency } from './currencies.ts'
import { sum } from './decimal.ts'
import { getText } from './fields.ts'
import type { ListRecord } from './record.ts'

/** A balance without and with the record's descendants. */
export interface Balances {
  readonly own: Big
  readonly total: Big
}

/** The account types whose balance grows with debits. */
const debitTypes = new Set([
  'AccountsReceivable',
  'Bank',
  'CostOfGoodsSold',
  'Expense',
  'FixedAsset',
  'OtherAsset',
  'OtherCurrentAsset',
  'OtherExpense',
])

/** Returns an account's balances in its currency, positive on its normal side, or `undefined` for an account without postings. */
export function getAccountBalances(books: Books, account: ListRecord): Balances | undefined {
  const type = getText(account.fields, 'AccountType') ?? ''
  if (type === 'NonPosting') return undefined
  const sign = debitTypes.has(type) ? 1 : -1
  const own = (
    findForeignCurrency(books, account) === undefined
      ? books.journal.getAccountBalance(account.id)
      : books.journal.getForeignAccountBalance(account.id)
  ).times(sign)
  const below = books.lists.children(account).map((each) => getAccountBalances(books, each)?.total ?? 0)
  return { own, total: own.plus(sum(below)) }
}

/** Returns a customer's balances in its currency; the total includes its jobs. */
export function getCustomerBalances(books: Books, customer: ListRecord): Balances {
  const own = getEntityBalance(books, customer)
  const below = books.lists.children(customer).map((each) => getCustomerBalances(books, each).total)
  return { own, total: own.plus(sum(below)) }
}

function getEntityBalance(books: Books, name: ListRecord): Big {
  return findForeignCurrency(books, name) === undefined
    ? books.journal.getEntityBalance(name.id)
    : books.journal.getForeignEntityBalance(name.id)
}

/** Returns a vendor's balance in its currency. */
export function getVendorBalance(books: Books, vendor: ListRecord): Big {
  return getEntityBalance(books, vendor).times(-1)
}

/** Returns a customer's balance with its jobs, or a vendor's, as `TotalBalanceFilter` compares it. */
export function getOpenBalance(books: Books, record: ListRecord): Big {
  return record.kind === 'Vendor' ? getVendorBalance(books, record) : getCustomerBalances(books, record).total
}
