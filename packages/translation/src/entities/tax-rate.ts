import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { childrenByName, childText, type Element } from '../qbxml/element.ts'
import { variants } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import { bool, derived, filter, ignored, percent, readOnly, ref, refused, text } from '../table/rows.ts'

const named: Rows = {
  ...envelope,
  ...listIdentity,
  Name: text('Name', readOnly, filter('byName')),
  Description: text('ItemDesc', readOnly),
  Active: bool('IsActive', readOnly, filter('byActive')),
}

const onlyInQbo: Rows = {
  SpecialTaxType: ignored,
  DisplayType: ignored,
  TaxReturnLineRef: ignored,
  OriginalTaxRate: ignored,
  EffectiveTaxRate: refused('QuickBooks Desktop keeps the present rate only'),
  CustomField: customFields,
}

/** Sales-tax items, and groups of them: what a transaction names in `TxnTaxDetail.TxnTaxCodeRef`. Read-only, as in the reference API. */
export const TaxRate = variants('TaxRate', {
  tables: [
    {
      desktop: 'ItemSalesTax',
      query: 'ItemSalesTax',
      can: [],
      rows: {
        ...named,
        RateValue: percent('TaxRate', readOnly),
        AgencyRef: ref('TaxVendorRef', readOnly),
        ...onlyInQbo,
      },
    },
    {
      desktop: 'ItemSalesTaxGroup',
      query: 'ItemSalesTaxGroup',
      can: [],
      rows: {
        ...named,
        SalesTaxRateList: derived('structure', ratesOf, {
          note: 'a group has no rate and no agency of its own: it adds up the rates it lists',
        }),
        ...onlyInQbo,
      },
    },
  ],
  iterates: true,
  ownerId: true,
})

/** The rates that a group adds up, in its order. */
function ratesOf(group: Element): JsonValue {
  return {
    TaxRateDetail: childrenByName(group, 'ItemSalesTaxRef').map((item, order) => ({
      TaxRateRef: { value: childText(item, 'ListID') ?? '', name: childText(item, 'FullName') ?? '' },
      TaxTypeApplicable: 'TaxOnAmount',
      TaxOrder: order,
    })),
  }
}
