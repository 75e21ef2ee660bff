import { envelope, listIdentity } from '../parts/identity.ts'
import { type EntityTable, list } from '../table/entity-table.ts'
import { bool, filter, readOnly, ref, refused, text } from '../table/rows.ts'

/** A type by which customers or vendors are grouped. The reference API only reads these lists. */
export function nameType(name: string): EntityTable {
  return list(name, {
    can: [],
    hierarchical: true,
    rows: {
      ...envelope,
      ...listIdentity,
      Name: text('Name', readOnly, filter('byName')),
      FullyQualifiedName: text('FullName', readOnly, filter('byFullName')),
      Active: bool('IsActive', readOnly, filter('byActive')),
      ParentRef: ref('ParentRef', readOnly),
      CustomField: refused('QuickBooks Desktop has no custom fields on types'),
    },
  })
}
