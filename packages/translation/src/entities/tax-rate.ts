import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { childrenByName, childText, type Element } from '../qbxml/element.ts'
import { family } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import { derived, field, filter, ignored, readOnly, refused } from '../table/rows.ts'

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
  EffectiveTaxRate: refused('QuickBooks Desktop stores only the current rate'),
  CustomField: customFields,
}

/**
 * Sales-tax items and their groups, to which transactions refer in `TxnTaxDetail.TxnTaxCodeRef`. Read-only, as in QBO.
 */
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
        SalesTaxRateList: derived('structure', getRates, {
          note: 'a group has neither a rate nor an agency: it adds up the rates it lists',
        }),
        ...onlyInQbo,
      },
    },
  ],
  iterates: true,
  ownerId: true,
})

/** Returns the rates in a group, in the order of the group. */
function getRates(group: Element): JsonValue {
  return {
    TaxRateDetail: childrenByName(group, 'ItemSalesTaxRef').map((item, order) => ({
      TaxRateRef: { value: childText(item, 'ListID') ?? '', name: childText(item, 'FullName') ?? '' },
      TaxTypeApplicable: 'TaxOnAmount',
      TaxOrder: order,
    })),
  }
}
