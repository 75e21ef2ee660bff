import { branch, childrenByName, childText, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import type { RememberedList } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import type { DerivedRow } from '../table/row.ts'
import type { ReadContext } from '../table/traits.ts'
import { rememberList } from './remembered-list.ts'

/** The owner of user-visible fields; other owners are applications with private data. */
export const userFields = '0'

export function createDefinitionsQuery(): QbxmlRequest {
  return branch('DataExtDefQueryRq', [leaf('OwnerID', userFields)])
}

const keptMs = 60 * 1000

/** The custom fields defined by users, since records contain only those with a value. */
export const customFieldDefinitions: RememberedList = rememberList({
  key: 'customFields',
  createRequests: () => [createDefinitionsQuery()],
  keptMs,
  isRefreshed: false,
  readEntry: (definition) => {
    const objects = childrenByName(definition, 'AssignToObject').map(({ text }) => text)
    return [childText(definition, 'DataExtID') ?? '', { name: childText(definition, 'DataExtName') ?? '', objects }]
  },
  addToContext: (context, customFieldsById) => ({ ...context, customFields: customFieldsById }),
})

/** Custom fields by name, written one by one after the record. */
export const customFields: DerivedRow = {
  kind: 'derived',
  access: 'customFields',
  type: 'structure',
  from: readCustomFields,
  needs: 'customFields',
  note: 'a field is identified by its Name, in any case; a blank value clears it',
}

/** A form's custom fields, which QBO returns even without a value. */
export const formCustomFields: DerivedRow = {
  ...customFields,
  from: readFormCustomFields,
  note: 'fields without a value are included; a field is identified by its Name, in any case; a blank value clears it',
}

/** Reads user-visible `DataExtRet` elements, leaving out applications' private data, stored under other owner IDs. */
function readCustomFields(record: Element): JsonObject[] | undefined {
  const fields = childrenByName(record, 'DataExtRet')
    .filter((field) => (childText(field, 'OwnerID') ?? userFields) === userFields)
    .map((field) => ({
      Name: childText(field, 'DataExtName') ?? '',
      Type: 'StringType',
      StringValue: childText(field, 'DataExtValue') ?? '',
    }))
  return fields.length === 0 ? undefined : fields
}

function readFormCustomFields(record: Element, { customFields: defined }: ReadContext): JsonValue | undefined {
  const stored = readCustomFields(record) ?? []
  const definitions = [...(defined ?? [])].filter(([, { objects }]) =>
    objects.some((each) => `${each}Ret` === record.name),
  )
  const fields = definitions.map(([id, { name }]): JsonObject => {
    const value = stored.find((field) => isSameName(field, name))
    return { DefinitionId: id, Name: name, Type: 'StringType', ...value }
  })
  const others = stored.filter((field) => !definitions.some(([, { name }]) => isSameName(field, name)))
  return fields.length + others.length === 0 ? undefined : [...fields, ...others]
}

function isSameName({ Name: stored }: JsonObject, name: string): boolean {
  return String(stored).toLowerCase() === name.toLowerCase()
}
