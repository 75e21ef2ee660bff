import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { bool, filter, isName, max, permanent, refused, required, text } from '../table/rows.ts'

/** The currencies of the company file; QuickBooks brings those of the world, and those in use are active. */
export const CompanyCurrency = list('CompanyCurrency', {
  desktop: 'Currency',
  can: ['create', 'update'],
  rows: {
    ...envelope,
    ...listIdentity,
    Name: text('Name', max(64), required, isName, filter('byName')),
    Code: text('CurrencyCode', max(3), required, permanent),
    Active: bool('IsActive', filter('byActive')),
    CustomField: refused('QuickBooks Desktop has no custom fields on currencies'),
  },
})
