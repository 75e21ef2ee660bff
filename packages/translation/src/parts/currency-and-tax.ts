import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import type { RememberedList } from '../table/entity-table.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import {
  acceptsNames,
  idPrefix,
  keptIfRepeated,
  notClearable,
  passing,
  readFrom,
  repeatOnly,
  spelled,
} from '../table/rows.ts'
import type { ReferenceTest, Traits } from '../table/traits.ts'
import { rememberList } from './remembered-list.ts'

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

const keptMs = 10 * 60 * 1000

/** The sales-tax codes of the company, since a reference to one shows only its name. */
export const taxCodes: RememberedList = rememberList({
  key: 'taxCodes',
  createRequests: () => [
    branch('SalesTaxCodeQueryRq', [
      leaf('ActiveStatus', 'All'),
      leaf('IncludeRetElement', 'ListID'),
      leaf('IncludeRetElement', 'IsTaxable'),
    ]),
  ],
  keptMs,
  isRefreshed: false,
  readEntry: (code) => [childText(code, 'ListID') ?? '', childText(code, 'IsTaxable') === 'true'],
  addToContext: (context, codes) => ({ ...context, taxCodes: codes }),
})

const codeNames = { yes: ['Tax'], no: ['Non'] }

/**
 * `Taxable` as a sales-tax code: written by the names that QuickBooks gives its codes, read as the code says. A company
 * can have further codes, which a repeated value keeps.
 */
export const taxable: Traits = {
  ...spelled(codeNames),
  ...keptIfRepeated,
  ...readFrom((record, { taxCodes: known }) => {
    const code = child(record, 'SalesTaxCodeRef')
    const name = code && childText(code, 'FullName')
    if (code === undefined || !name) return undefined
    return known?.get(childText(code, 'ListID') ?? '') ?? name.toLowerCase() !== 'non'
  }),
}

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
