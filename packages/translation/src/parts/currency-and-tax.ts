import { child, childText, type Element } from '../qbxml/element.ts'
import { isJsonObject, type JsonValue } from '../table/json.ts'
import { passing, readFrom, repeatOnly, spelled } from '../table/rows.ts'
import type { Traits } from '../table/traits.ts'

/** The two tax codes of QBO in the US. QuickBooks Desktop has them under the same names unless a user renamed them. */
export const taxCodeNames = ['TAX', 'NON'] as const

/** `Taxable` as the name of a sales-tax code. */
export const taxable = spelled({ yes: ['Tax'], no: ['Non'] })

/** The home currency of every file of the US edition, as QBO names it. */
const dollars = { value: 'USD', name: 'United States Dollar' } as const

/**
 * The currency of a record, which a client cannot choose. The code of the home currency passes. In a file with a single
 * currency, QuickBooks does not return it.
 */
export const homeCurrency: Traits = {
  ...repeatOnly('QuickBooks Desktop uses the currency of the customer, vendor or account', isHomeCurrency),
  ...readFrom((record) => readCurrency(child(record, 'CurrencyRef'))),
}

/** Reads a reference to a currency; the home currency if the file has only one. */
export function readCurrency(currency: Element | undefined): JsonValue {
  const id = currency && childText(currency, 'ListID')
  if (currency === undefined || id === undefined) return dollars
  const name = childText(currency, 'FullName')
  return { value: id, ...(name !== undefined && { name }) }
}

export function isHomeCurrency(value: JsonValue): boolean {
  return isJsonObject(value) && value.value === 'USD'
}

/** The exchange rate of a transaction, which a client cannot choose. A rate of 1 passes. */
export const homeRate = repeatOnly('QuickBooks Desktop uses the exchange rate of its currency list', passing(1))
