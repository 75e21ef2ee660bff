import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import { taxCodePrefix } from '../ids/numeric-id.ts'
import type { RememberedList } from '../table/entity-table.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { acceptsNames, idPrefix, notClearable, passing, readFrom, repeatOnly, spelled } from '../table/rows.ts'
import type { ReferenceTest, Traits } from '../table/traits.ts'
import { rememberList } from './remembered-list.ts'

/** QBO's two tax codes in the US. QuickBooks Desktop has them under the same names unless a user renamed them. */
export const taxCodeNames = ['TAX', 'NON'] as const

/**
 * Sales-tax code IDs. `TaxCode` merges the code list with the item list, which holds sales-tax items and groups, and a
 * ListID is unique only within its list.
 */
export const salesTaxCodeId = idPrefix(taxCodePrefix)

/** A reference to a sales-tax item or group, whose IDs have no prefix. */
export const salesTaxItem: readonly Traits[] = [notClearable, idPrefix('')]

/** A reference to a sales-tax code, which QuickBooks cannot clear. */
export const salesTaxCode: readonly Traits[] = [notClearable, salesTaxCodeId, acceptsNames(...taxCodeNames)]

/** The company's nontaxable codes, accepted where there is no tax. */
export const untaxedCodes: ReferenceTest = {
  query: 'SalesTaxCode',
  idPrefix: taxCodePrefix,
  element: 'IsTaxable',
  text: 'false',
}

/** Returns whether a reference names the code `NON`, accepted where there is no tax. */
export function isUntaxed(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  return scalarText(isBlank(value.value) ? value.name : value.value)?.toUpperCase() === 'NON'
}

const keptMs = 10 * 60 * 1000

/** The company's sales-tax codes, since a reference to one shows only its name. */
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
 * `Taxable` as a sales-tax code: written by QuickBooks' code names, read as the code says. A company can have further
 * codes, which a repeated value keeps.
 */
export const taxable: Traits = {
  ...spelled(codeNames),
  write: { keptIfRepeated: true },
  ...readFrom((record, { taxCodes: known }) => {
    const code = child(record, 'SalesTaxCodeRef')
    const name = code && childText(code, 'FullName')
    if (code === undefined || !name) return undefined
    return known?.get(childText(code, 'ListID') ?? '') ?? name.toLowerCase() !== 'non'
  }),
}

/** The home currency in every US edition file, as QBO names it. */
const dollars = { value: 'USD', name: 'United States Dollar' } as const

/**
 * A record's currency, which clients cannot choose. The home currency's code passes. QuickBooks does not return it in a
 * single-currency file.
 */
export const homeCurrency: Traits = {
  ...repeatOnly(
    'QuickBooks Desktop uses the currency of the customer, vendor or account',
    'Name a customer, vendor or account in the currency that you want.',
    isHomeCurrency,
  ),
  ...readFrom((record) => readCurrency(child(record, 'CurrencyRef'))),
}

/** A transaction's currency, which its customer or vendor decides. `ref` is the field with the name. */
export function currencyOf(ref: string, query: string): Traits {
  const { rejection, ...traits } = homeCurrency
  if (rejection === undefined) return traits
  const owner = { ref, query, elements: ['CurrencyRef/ListID'], member: 'value', isUsed: () => true }
  return { ...traits, rejection: { ...rejection, owner } }
}

/** Reads a currency reference; the home currency if the file has only one. */
export function readCurrency(currency: Element | undefined): JsonValue {
  const id = currency && childText(currency, 'ListID')
  if (currency === undefined || id === undefined) return dollars
  const name = childText(currency, 'FullName')
  return { value: id, ...(name !== undefined && { name }) }
}

export function isHomeCurrency(value: JsonValue): boolean {
  return isJsonObject(value) && value.value === 'USD'
}

/** A transaction's exchange rate, which clients cannot choose. A rate of 1 passes. */
export const homeRate = repeatOnly(
  'QuickBooks Desktop uses the exchange rate of its currency list',
  'Set the rate in the currency list of QuickBooks Desktop, on an ExchangeRate, before you send the transaction.',
  passing(1),
)
