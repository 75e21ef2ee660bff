import { envelope, listIdentity } from '../parts/identity.ts'
import { isBelowParent } from '../parts/level.ts'
import { list } from '../table/entity-table.ts'
import { field, filter, isName, notClearable, readOnly, refused, required } from '../table/rows.ts'

export const Class = list('Class', {
  can: ['create', 'update'],
  hierarchical: true,
  rows: {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    FullyQualifiedName: field('FullName', readOnly, filter('byFullName')),
    Active: field('IsActive', filter('byActive')),
    ParentRef: field('ParentRef', notClearable),
    SubClass: isBelowParent,
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on classes',
      'Put the text in the name of the class, up to 31 characters.',
    ),
  },
})
