import { childrenByName, childText, type Element } from '../qbxml/element.ts'
import type { JsonValue } from '../table/json.ts'
import type { DerivedRow } from '../table/row.ts'

/** Custom fields by name, which are written one by one after the record. */
export const customFields: DerivedRow = {
  kind: 'derived',
  access: 'customFields',
  type: 'structure',
  from: readCustomFields,
  needs: 'customFields',
  note: 'a field is identified by its Name, in any case; a blank value clears it',
}

/**
 * Reads `DataExtRet` of the fields that users see, without the private data of applications, which have other owner
 * IDs.
 */
function readCustomFields(record: Element): JsonValue | undefined {
  const fields = childrenByName(record, 'DataExtRet')
    .filter((field) => (childText(field, 'OwnerID') ?? '0') === '0')
    .map((field) => ({
      Name: childText(field, 'DataExtName') ?? '',
      Type: 'StringType',
      StringValue: childText(field, 'DataExtValue') ?? '',
    }))
  return fields.length === 0 ? undefined : fields
}
