import { branch, child, childText, leaf, type QbxmlResponse } from '@bridge/qbxml'
import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { derived, field, filter, ignored, readOnly, refused } from '../table/rows.ts'

/** The vendors owed sales tax, as named by sales-tax items. Read-only. */
export const TaxAgency = list('TaxAgency', {
  desktop: 'Vendor',
  can: [],
  iterates: true,
  // The deletion log does not show whether a deleted vendor was owed sales tax.
  deletedAs: [],
  companions: {
    requests: [branch('ItemSalesTaxQueryRq', [leaf('ActiveStatus', 'All')])],
    select: (responses) => {
      const ids = getTaxVendorIds(responses)
      return (record) => ids.has(childText(record, 'ListID') ?? '')
    },
  },
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: field('Name', readOnly, filter('byName')),
    Active: field('IsActive', readOnly, filter('byActive')),
    TaxTrackedOnSales: derived('bool', () => true),
    TaxTrackedOnPurchases: derived('bool', () => false),
    TaxRegistrationNumber: field('AccountNumber', readOnly),
    LastFileDate: refused(
      'QuickBooks Desktop does not show when a return was filed',
      'Look the return up in QuickBooks Desktop, under Vendors, Sales Tax.',
    ),
    TaxAgencyConfig: ignored,
    CustomField: refused('the custom fields of a tax agency are those of its Vendor', 'Set CustomField on the Vendor.'),
  },
})

/** Returns the vendor IDs in sales-tax items. */
function getTaxVendorIds(responses: readonly QbxmlResponse[]): ReadonlySet<string> {
  const items = responses.filter(({ name }) => name === 'ItemSalesTaxQueryRs').flatMap(({ elements }) => elements)
  return new Set(
    items.flatMap((item) => {
      const vendor = child(item, 'TaxVendorRef')
      return (vendor && childText(vendor, 'ListID')) ?? []
    }),
  )
}
