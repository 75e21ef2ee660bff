import { branch, child, childText, leaf } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import { taxCodePrefix } from '../ids/numeric-id.ts'
import type { RememberedList } from '../table/entity-table.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { acceptsNames, idPrefix, notClearable, readFrom, spelled } from '../table/rows.ts'
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
