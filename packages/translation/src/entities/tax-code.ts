import { childrenByName, type Element } from '@bridge/qbxml'
import { salesTaxCodeId, taxCodeNames } from '../parts/currency-and-tax.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { toRateList } from '../parts/tax-rate-list.ts'
import { family, type VariantSpec } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import { acceptsNames, derived, field, filter, ignored, note, readOnly, refused } from '../table/rows.ts'

/** Fields missing from every tax code, or always the same. */
const constant: RowSpecs = {
  Hidden: derived('bool', () => false),
  PurchaseTaxRateList: derived('structure', noRates, { note: 'QuickBooks Desktop (US) has no tax on purchases' }),
  AdjustmentTaxRateList: ignored,
  TaxCodeConfigType: ignored,
}

const SalesTaxCode: VariantSpec = {
  desktop: 'SalesTaxCode',
  query: 'SalesTaxCode',
  can: [],
  rows: {
    ...envelope,
    ...listIdentity,
    Id: field(
      'ListID',
      readOnly,
      filter('byId'),
      salesTaxCodeId,
      acceptsNames(...taxCodeNames),
      note('`TAX` and `NON` find the codes with these names'),
    ),
    Name: field('Name', readOnly, filter('byName')),
    Description: field('Desc', readOnly),
    Active: field('IsActive', readOnly, filter('byActive')),
    Taxable: field('IsTaxable', readOnly),
    TaxGroup: derived('bool', () => false),
    SalesTaxRateList: derived('structure', noRates, {
      note: 'a code only shows whether a line or a customer is taxable; items and groups have the rates',
    }),
    ...constant,
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on tax codes',
      'Put the text in Description of the tax code.',
    ),
  },
}

function noRates(): JsonValue {
  return { TaxRateDetail: [] }
}

/** Creates the variant for a sales-tax item or group, as a code taxing a whole form. */
function rated(desktop: string, getItems: (record: Element) => readonly Element[]): VariantSpec {
  return {
    desktop,
    query: desktop,
    can: [],
    rows: {
      ...envelope,
      ...listIdentity,
      Name: field('Name', readOnly, filter('byName')),
      Description: field('ItemDesc', readOnly),
      Active: field('IsActive', readOnly, filter('byActive')),
      Taxable: derived('bool', () => true),
      TaxGroup: derived('bool', () => true, { note: 'as in QBO, of everything that has rates' }),
      SalesTaxRateList: derived('structure', (record) => toRateList(getItems(record))),
      ...constant,
      CustomField: refused(
        'the custom fields of a sales-tax item are those of its TaxRate',
        'Set CustomField on the TaxRate.',
      ),
    },
  }
}

/**
 * Sales-tax codes (`Tax`, `Non`), which lines and items refer to, and sales-tax items and groups, which forms,
 * customers and the company refer to. Read-only, as in QBO.
 */
export const TaxCode = family('TaxCode', {
  variants: [
    SalesTaxCode,
    rated('ItemSalesTax', (item) => [item]),
    rated('ItemSalesTaxGroup', (group) => childrenByName(group, 'ItemSalesTaxRef')),
  ],
})
