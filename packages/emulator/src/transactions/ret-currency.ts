import type { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { amountText } from '../books/decimal.ts'
import { getRate, isForeign, toHome } from '../books/exchange-rates.ts'
import type { FieldValue, Transaction } from '../books/record.ts'
import { getRemaining, getRemainingHome } from './applied-amounts.ts'

type GetField = (name: string) => FieldValue | undefined

const homeAmount = /^(?!Is)(.+)InHomeCurrency$/

/** Returns the Ret fields that a file with several currencies adds: currency, rate, and amounts in the home currency. */
export function createCurrencyFields(
  books: Books,
  transaction: Transaction,
): (name: string, getField: GetField) => FieldValue | undefined {
  return (name, getField) => {
    if (name === 'ExchangeRate') return getRate(transaction.fields).toFixed()
    if (name === 'CurrencyRef')
      return isForeign(transaction) ? undefined : { ListID: findHomeCurrency(books)?.id ?? '' }
    const base = homeAmount.exec(name)?.[1]
    const amount = base && getField(base)
    return typeof amount === 'string' ? toHomeAmount(books, transaction, name, amount) : undefined
  }
}

// The rest of a paper is worth what its payments have not taken.
function toHomeAmount(books: Books, transaction: Transaction, name: string, amount: string): string {
  const isRest = name.includes('Remaining') && getRemaining(books, transaction).eq(amount)
  return amountText(isRest ? getRemainingHome(books, transaction) : toHome(transaction.fields, amount))
}
