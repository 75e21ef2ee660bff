import Big from 'big.js'
import { getRefId, getRows, getText } from './fields.ts'
import type { Fields, ListRecord, Transaction } from './record.ts'

/** The rows with a currency's rates by day, in date order, which no message shows. */
export const dailyRates = 'DailyRates'

/** Whether a transaction is in another currency than the company's. Only these store an `ExchangeRate`. */
export function isForeign<Each extends Pick<Transaction, 'fields'>>(transaction: Each | null): transaction is Each {
  return transaction !== null && getText(transaction.fields, 'ExchangeRate') !== undefined
}

/** Returns a header's currency (ListID); `undefined` for the home currency. */
export function findHeaderCurrency(header: Fields): string | undefined {
  return getText(header, 'ExchangeRate') === undefined ? undefined : getRefId(header, 'CurrencyRef')
}

/** Returns a header's home currency units per unit of its currency. */
export function getRate(header: Fields): Big {
  return Big(getText(header, 'ExchangeRate') ?? 1)
}

/** Converts an amount in a header's currency to the home currency, rounded half up to a cent. */
export function toHome(header: Fields, amount: Big.BigSource): Big {
  return getRate(header).times(amount).round(2, Big.roundHalfUp)
}

/** Converts a price in the home currency, as items have it, to a header's currency. */
export function fromHomePrice(header: Fields, price: string): string {
  return getText(header, 'ExchangeRate') === undefined ? price : Big(price).div(getRate(header)).toFixed(5)
}

/** A currency's rate and the day it is from. */
export interface DailyRate {
  readonly rate: string
  readonly date: string
}

/**
 * Returns a currency's rate on a day: the last one set by then, or the first for an earlier day. `undefined` if the
 * currency has no rate.
 */
export function findRate({ fields }: ListRecord, date: string): DailyRate | undefined {
  const rows = getRows(fields, dailyRates)
  const row = rows.findLast((each) => (getText(each, 'AsOfDate') ?? '') <= date) ?? rows[0] ?? fields
  const rate = getText(row, 'ExchangeRate')
  return rate === undefined ? undefined : { rate, date: getText(row, 'AsOfDate') ?? '' }
}
