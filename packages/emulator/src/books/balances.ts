import type Big from 'big.js'
import type { Books } from './books.ts'
import { sumOf } from './decimal.ts'
import { textOf } from './fields.ts'
import type { ListRecord } from './record.ts'

/** A balance without and with the records below. */
export interface Balances {
  readonly own: Big
  readonly total: Big
}

/** Account types whose balance grows with debits. */
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

/** The balance of an account, positive on its normal side; `undefined` for an account that takes no postings. */
export function balanceOfAccount(books: Books, account: ListRecord): Balances | undefined {
  const type = textOf(account.fields, 'AccountType') ?? ''
  if (type === 'NonPosting') return undefined
  const sign = debitTypes.has(type) ? 1 : -1
  const own = books.journal.balanceOfAccount(account.id).times(sign)
  const below = books.lists.children(account).map((each) => balanceOfAccount(books, each)?.total ?? 0)
  return { own, total: own.plus(sumOf(below)) }
}

/** What a customer owes; the total includes its jobs. */
export function balanceOfCustomer(books: Books, customer: ListRecord): Balances {
  const own = books.journal.balanceOfEntity(customer.id)
  const below = books.lists.children(customer).map((each) => balanceOfCustomer(books, each).total)
  return { own, total: own.plus(sumOf(below)) }
}

/** What is owed to a vendor. */
export function balanceOfVendor(books: Books, vendor: ListRecord): Big {
  return books.journal.balanceOfEntity(vendor.id).times(-1)
}

/** What stands open with a customer or vendor, jobs included: what `TotalBalanceFilter` compares. */
export function openBalance(books: Books, record: ListRecord): Big {
  return record.kind === 'Vendor' ? balanceOfVendor(books, record) : balanceOfCustomer(books, record).total
}
