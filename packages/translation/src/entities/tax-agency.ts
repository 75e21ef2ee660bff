import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { bool, derived, filter, ignored, readOnly, refused, text } from '../table/rows.ts'

/** The vendors to whom sales tax is owed: those that a sales-tax item names. Read-only. */
export const TaxAgency = list('TaxAgency', {
  desktop: 'Vendor',
  can: [],
  iterates: true,
  // A vendor that is gone does not tell whether it was owed sales tax.
  deletedAs: [],
  referredBy: { query: 'ItemSalesTax', element: 'TaxVendorRef' },
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: text('Name', readOnly, filter('byName')),
    Active: bool('IsActive', readOnly, filter('byActive')),
    TaxTrackedOnSales: derived('bool', () => true),
    TaxTrackedOnPurchases: derived('bool', () => false),
    TaxRegistrationNumber: text('AccountNumber', readOnly),
    LastFileDate: refused('QuickBooks Desktop does not tell when a return was filed'),
    TaxAgencyConfig: ignored,
    CustomField: refused('the custom fields of a tax agency are those of its Vendor'),
  },
})
