import { isBlank } from '../check/check-value.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { acceptsNames, idPrefix, notClearable, passing, readFrom, repeatOnly, spelled } from '../table/rows.ts'
import type { ReferenceTest, Traits } from '../table/traits.ts'

/** The two tax codes of QBO in the US. QuickBooks Desktop has them under the same names unless a user renamed them. */
export const taxCodeNames = ['TAX', 'NON'] as const

const codePrefix = 'TC-'

/**
 * The IDs of sales-tax codes. `TaxCode` merges their list with that of items, to which sales-tax items and groups belong,
 * and a ListID is unique only within its list.
 */
export const salesTaxCodeId = idPrefix(codePrefix)

/** A reference to a sales-tax item or group, of which no ID has a prefix. */
export const salesTaxItem: readonly Traits[] = [notClearable, idPrefix('')]

/** A reference to a sales-tax code, which QuickBooks cannot clear. */
export const salesTaxCode: readonly Traits[] = [notClearable, salesTaxCodeId, acceptsNames(...taxCodeNames)]

/** The codes of the company that are not taxable, which may be sent where there is no tax. */
export const untaxedCodes: ReferenceTest = {
  query: 'SalesTaxCode',
  idPrefix: codePrefix,
  element: 'IsTaxable',
  text: 'false',
}

/** Returns whether a reference names the code `NON`, which may be sent where there is no tax. */
export function isUntaxed(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  return scalarText(isBlank(value.value) ? value.name : value.value)?.toUpperCase() === 'NON'
}

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
