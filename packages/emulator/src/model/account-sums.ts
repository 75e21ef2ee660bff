import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { findHeaderCurrency } from '../books/exchange-rates.ts'
import { getText } from '../books/fields.ts'

/** What an account's debits exceed its credits by, in one currency. */
export interface AccountSum {
  /** The name with those above it. */
  readonly account: string
  /** In the home currency. */
  readonly amount: Big
  /** The code of another currency, and the amount in it. */
  readonly currency?: string
  readonly foreignAmount?: Big
}

/** Sums all postings by account and currency. */
export function sumAccounts(books: Books): ReadonlyMap<string, AccountSum> {
  const sums = new Map<string, AccountSum>()
  for (const transaction of books.transactions.values()) {
    const currency = findCode(books, findHeaderCurrency(transaction.fields))
    for (const { account, amount, foreign } of books.getPostings(transaction)) {
      const isForeign = currency !== undefined && foreign !== undefined
      const key = isForeign ? `${account} ${currency}` : account
      const before = sums.get(key)
      sums.set(key, {
        account: getName(books, account),
        amount: Big(amount).plus(before?.amount ?? 0),
        ...(isForeign && { currency, foreignAmount: Big(foreign).plus(before?.foreignAmount ?? 0) }),
      })
    }
  }
  return sums
}

/** Returns what each account was moved by between two sums, without those that were not. */
export function subtractSums(
  after: ReadonlyMap<string, AccountSum>,
  before: ReadonlyMap<string, AccountSum>,
): readonly AccountSum[] {
  const moved = [...new Set([...after.keys(), ...before.keys()])].map((key): AccountSum => {
    const { account = '', amount = Big(0), currency, foreignAmount = Big(0) } = after.get(key) ?? {}
    const earlier = before.get(key)
    const code = currency ?? earlier?.currency
    return {
      account: account || (earlier?.account ?? ''),
      amount: amount.minus(earlier?.amount ?? 0),
      ...(code !== undefined && { currency: code, foreignAmount: foreignAmount.minus(earlier?.foreignAmount ?? 0) }),
    }
  })
  return moved.filter(({ amount, foreignAmount }) => !amount.eq(0) || foreignAmount?.eq(0) === false)
}

function findCode(books: Books, id: string | undefined): string | undefined {
  if (id === undefined || id === findHomeCurrency(books)?.id) return undefined
  const currency = books.lists.byId('Currency', id)
  return currency && getText(currency.fields, 'CurrencyCode')
}

function getName(books: Books, id: string): string {
  const account = books.lists.byId('Account', id)
  return account === undefined ? id : books.lists.fullName(account)
}
