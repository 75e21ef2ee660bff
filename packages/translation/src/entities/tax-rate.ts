import { branch, childrenByName, childText, type Element, leaf, type QbxmlResponse } from '@bridge/qbxml'
import Big from 'big.js'
import { toDecimal } from '../check/check-value.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { toRateList } from '../parts/tax-rate-list.ts'
import { family } from '../table/entity-table.ts'
import type { RowSpecs } from '../table/row.ts'
import { derived, field, filter, ignored, readOnly, refused } from '../table/rows.ts'
import type { ReadContext } from '../table/traits.ts'

const named: RowSpecs = {
  ...envelope,
  ...listIdentity,
  Name: field('Name', readOnly, filter('byName')),
  Description: field('ItemDesc', readOnly),
  Active: field('IsActive', readOnly, filter('byActive')),
}

const onlyInQbo: RowSpecs = {
  SpecialTaxType: ignored,
  DisplayType: ignored,
  TaxReturnLineRef: ignored,
  OriginalTaxRate: ignored,
  EffectiveTaxRate: refused(
    'QuickBooks Desktop stores only the current rate',
    'Use RateValue, and keep earlier rates in your app.',
  ),
  CustomField: customFields,
}

/** Sales-tax items and groups, which are the rates in a `TaxCode`. Read-only, as in QBO. */
export const TaxRate = family('TaxRate', {
  variants: [
    {
      desktop: 'ItemSalesTax',
      query: 'ItemSalesTax',
      can: [],
      rows: {
        ...named,
        RateValue: field('TaxRate', readOnly),
        AgencyRef: field('TaxVendorRef', readOnly),
        ...onlyInQbo,
      },
    },
    {
      desktop: 'ItemSalesTaxGroup',
      query: 'ItemSalesTaxGroup',
      can: [],
      rows: {
        ...named,
        RateValue: derived('percent', sumRates, {
          reads: ['ItemSalesTaxRef'],
          note: 'the sum of the rates of the group',
        }),
        SalesTaxRateList: derived('structure', (group) => toRateList(childrenByName(group, 'ItemSalesTaxRef'))),
        ...onlyInQbo,
      },
    },
  ],
  iterates: true,
  ownerId: true,
  companions: {
    requests: [branch('ItemSalesTaxQueryRq', [leaf('ActiveStatus', 'All')])],
    extend: (context, responses) => ({ ...context, taxRates: getRates(responses) }),
  },
})

/** Returns each sales-tax item's rate in percent, by ID. */
function getRates(responses: readonly QbxmlResponse[]): ReadonlyMap<string, string> {
  const items = responses.flatMap(({ elements }) => elements).filter(({ name }) => name === 'ItemSalesTaxRet')
  return new Map(items.map((item) => [childText(item, 'ListID') ?? '', childText(item, 'TaxRate') || '0']))
}

/** Sums a group's rates in percent; undefined if one is unknown. */
function sumRates(group: Element, { taxRates }: ReadContext): number | undefined {
  const sum = childrenByName(group, 'ItemSalesTaxRef').reduce<Big | undefined>((total, item) => {
    const rate = toDecimal(taxRates?.get(childText(item, 'ListID') ?? ''))
    return rate === undefined ? undefined : total?.plus(rate)
  }, new Big(0))
  return sum?.toNumber()
}
