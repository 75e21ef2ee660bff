import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import { derived, field, filter, ignored, readOnly, refused } from '../table/rows.ts'

const ratesElsewhere = {
  note: 'QuickBooks Desktop tax codes only show whether something is taxable; TaxRate lists the rates',
}

/** Sales-tax codes (`Tax`, `Non`). Read-only, as in QBO. */
export const TaxCode = list('TaxCode', {
  desktop: 'SalesTaxCode',
  can: [],
  rows: {
    ...envelope,
    ...listIdentity,
    Name: field('Name', readOnly, filter('byName')),
    Description: field('Desc', readOnly),
    Active: field('IsActive', readOnly, filter('byActive')),
    Hidden: derived('bool', () => false),
    Taxable: field('IsTaxable', readOnly),
    TaxGroup: derived('bool', () => false),
    SalesTaxRateList: derived('structure', noRates, ratesElsewhere),
    PurchaseTaxRateList: derived('structure', noRates, ratesElsewhere),
    AdjustmentTaxRateList: ignored,
    TaxCodeConfigType: ignored,
    CustomField: refused('QuickBooks Desktop has no custom fields on tax codes'),
  },
})

function noRates(): JsonValue {
  return { TaxRateDetail: [] }
}
