import { childrenOf, childText, type Element } from '../qbxml/element.ts'
import type { JsonValue } from './json.ts'
import type { DerivedRow } from './row.ts'

/** `DataExtRet` of the fields that users see; private data of applications (another OwnerID) stays out. */
const readCustomFields = (record: Element): JsonValue | undefined => {
  const fields = childrenOf(record, 'DataExtRet')
    .filter((field) => (childText(field, 'OwnerID') ?? '0') === '0')
    .map((field) => ({
      Name: childText(field, 'DataExtName') ?? '',
      Type: 'StringType',
      StringValue: childText(field, 'DataExtValue') ?? '',
    }))
  return fields.length === 0 ? undefined : fields
}

/** Custom fields, by name; read, and accepted back as they are. */
export const customFields: DerivedRow = {
  kind: 'derived',
  type: 'structure',
  from: readCustomFields,
  fixed: {
    reason: 'writing custom fields is not available yet',
    passes: (value) => Array.isArray(value) && value.every((entry) => !hasValue(entry)),
  },
  note: 'a field is identified by its Name',
}

const hasValue = (entry: JsonValue): boolean =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    ? ['StringValue', 'NumberValue', 'DateValue', 'BooleanValue'].some(
        (key) => ![undefined, null, '', false].includes(entry[key] as never),
      )
    : true
