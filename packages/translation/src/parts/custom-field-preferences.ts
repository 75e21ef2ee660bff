import type { CustomFieldDefinition } from '../table/company-memory.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import type { DerivedRow } from '../table/row.ts'
import { derived } from '../table/rows.ts'

/**
 * Creates the row listing a form's custom fields as QBO does: whether each is used, and its name. Both entry names end
 * in the definition's ID, by which clients find it.
 *
 * @param objects QuickBooks' names for the forms
 * @param names the prefixes of the entry names
 */
export function customFieldPreferences(
  objects: readonly string[],
  names: { readonly use: string; readonly name: string },
): DerivedRow {
  return derived('structure', (_record, { customFields }) => {
    const fields = [...(customFields ?? [])].filter(([, field]) => isOnSome(objects, field))
    return fields.length === 0 ? undefined : toGroups(fields, names)
  })
}

function isOnSome(objects: readonly string[], field: CustomFieldDefinition): boolean {
  return field.objects.some((each) => objects.includes(each))
}

function toGroups(
  fields: readonly (readonly [id: string, field: CustomFieldDefinition])[],
  names: { readonly use: string; readonly name: string },
): JsonValue {
  const uses = fields.map(([id]): JsonObject => ({ Name: names.use + id, Type: 'BooleanType', BooleanValue: true }))
  const texts = fields.map(
    ([id, { name }]): JsonObject => ({ Name: names.name + id, Type: 'StringType', StringValue: name }),
  )
  return [{ CustomField: uses }, { CustomField: texts }]
}
