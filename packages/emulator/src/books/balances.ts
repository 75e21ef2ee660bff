import type Big from 'big.js'
import type { Books } from './books.ts'
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

/** Returns an account's balances, positive on its normal side, or `undefined` for an account without postings. */
export function getAccountBalances(books: Books, account: ListRecord): Balances | undefined {
  const type = getText(account.fields, 'AccountType') ?? ''
  if (type === 'NonPosting') return undefined
  const sign = debitTypes.has(type) ? 1 : -1
  const own = books.journal.getAccountBalance(account.id).times(sign)
  const below = books.lists.children(account).map((each) => getAccountBalances(books, each)?.total ?? 0)
  return { own, total: own.plus(sum(below)) }
}

/** Returns a customer's balances; the total includes its jobs. */
export function getCustomerBalances(books: Books, customer: ListRecord): Balances {
  const own = books.journal.getEntityBalance(customer.id)
  const below = books.lists.children(customer).map((each) => getCustomerBalances(books, each).total)
  return { own, total: own.plus(sum(below)) }
}

/** Returns a vendor's balance. */
export function getVendorBalance(books: Books, vendor: ListRecord): Big {
  return books.journal.getEntityBalance(vendor.id).times(-1)
}

/** Returns a customer's balance with its jobs, or a vendor's, as `TotalBalanceFilter` compares it. */
export function getOpenBalance(books: Books, record: ListRecord): Big {
  return record.kind === 'Vendor' ? getVendorBalance(books, record) : getCustomerBalances(books, record).total
}
