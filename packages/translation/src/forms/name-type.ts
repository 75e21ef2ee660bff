import { envelope, listIdentity } from '../parts/identity.ts'
import { type EntityTable, list } from '../table/entity-table.ts'
import { field, filter, part, readOnly, refused } from '../table/rows.ts'

/** Creates the table for a type grouping customers or vendors. Read-only, as in QBO. */
export function nameType(name: string): EntityTable {
  return list(name, {
    can: [],
    hierarchical: true,
    rows: part('name type', {
      ...envelope,
      ...listIdentity,
      Name: field('Name', readOnly, filter('byName')),
      FullyQualifiedName: field('FullName', readOnly, filter('byFullName')),
      Active: field('IsActive', readOnly, filter('byActive')),
      ParentRef: field('ParentRef', readOnly),
      CustomField: refused(
        'QuickBooks Desktop has no custom fields on types',
        'Put the text in the name of the type, up to 31 characters.',
      ),
    }),
  })
}
