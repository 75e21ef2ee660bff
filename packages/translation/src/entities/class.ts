import { envelope, listIdentity } from '../parts/identity.ts'
import { childText } from '../qbxml/element.ts'
import { list } from '../table/entity-table.ts'
import { bool, derived, filter, isName, max, permanent, readOnly, ref, refused, required, text } from '../table/rows.ts'

export const Class = list('Class', {
  can: ['create', 'update'],
  hierarchical: true,
  rows: {
    ...envelope,
    ...listIdentity,
    Name: text('Name', max(31), required, isName, filter('byName')),
    FullyQualifiedName: text('FullName', readOnly, filter('byFullName')),
    Active: bool('IsActive', filter('byActive')),
    ParentRef: ref('ParentRef', permanent),
    SubClass: derived('bool', (record) => childText(record, 'Sublevel') !== '0'),
    CustomField: refused('QuickBooks Desktop has no custom fields on classes'),
  },
})
