import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { field, filter, isName, notClearable, refused, required } from '../table/rows.ts'

/** The company file's currencies. QuickBooks adds all currencies itself; those in use are active. */
export const CompanyCurrency = list('CompanyCurrency', {
  desktop: 'Currency',
  needsFeature: true,
  can: ['create', 'update'],
  rows: {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    Code: field('CurrencyCode', required, notClearable),
    Active: field('IsActive', filter('byActive')),
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on currencies',
      'Keep the value in your app, by the currency’s Code.',
    ),
  },
})
