import type { Books } from './books.ts'
import { getRefId } from './fields.ts'
import type { ListRecord } from './record.ts'

/** The company's own currency, by full name. */
export const homeCurrency = 'US Dollar'

/** Returns the currency (ListID) of an account, customer or vendor; `undefined` for the home currency. */
export function findForeignCurrency(books: Books, record: ListRecord | undefined): string | undefined {
  const id = record === undefined ? undefined : getRefId(record.fields, 'CurrencyRef')
  return id === undefined || id === findHomeCurrency(books)?.id ? undefined : id
}

/** Returns an account's currency (ListID); `undefined` for the home currency. */
export function findAccountCurrency(books: Books, account: string): string | undefined {
  return findForeignCurrency(books, books.lists.byId('Account', account))
}

export function findHomeCurrency(books: Books): ListRecord | undefined {
  return books.lists.byFullName('Currency', homeCurrency)
}
