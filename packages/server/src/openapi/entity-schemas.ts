import { describeEntity, type EntityTable, type FieldDescription } from '@bridge/translation'
import type { JsonSchema } from './json-schema.ts'

interface Growing {
  readonly properties: Record<string, Growing>
  field?: FieldDescription
}

const types: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  choice: { type: 'string' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string' },
  bool: { type: 'boolean' },
  amount: { type: 'number' },
  quantity: { type: 'number' },
  price: { type: 'number' },
  percent: { type: 'number' },
  rate: { type: 'number' },
  whole: { type: 'integer' },
  ref: {
    type: 'object',
    properties: { value: { type: 'string' }, name: { type: 'string' }, type: { type: 'string' } },
    required: ['value'],
  },
  structure: {},
}

/** Only what answers hold; what a client may send beside it is told by the entity's own page. */
const isShown = ({ access }: FieldDescription): boolean =>
  access !== 'refused' && access !== 'ignored' && access !== 'write-only'

const schemaOf = ({ properties, field }: Growing): JsonSchema => {
  const children = Object.entries(properties)
  const words = [field?.note, field?.reason].filter((each) => each !== undefined).join('; ')
  const described = words === '' ? {} : { description: words }
  const shape = () => ({
    type: 'object',
    properties: Object.fromEntries(children.map(([name, child]) => [name, schemaOf(child)])),
  })
  if (field?.type === 'lines') return { type: 'array', items: shape(), ...described }
  if (children.length > 0) return shape()
  return {
    ...types[field?.type ?? 'structure'],
    ...(field?.max !== undefined && { maxLength: field.max }),
    ...(field?.access === 'read-only' && { readOnly: true }),
    ...described,
  }
}

/** A record of an entity as it is answered, with every field of every desktop object behind it. */
export const entitySchema = (table: EntityTable): JsonSchema => {
  const root: Growing = { properties: {} }
  for (const variant of describeEntity(table).variants) {
    for (const field of variant.fields.filter(isShown)) {
      let node = root
      for (const name of field.path.split('.')) {
        node.properties[name] ??= { properties: {} }
        node = node.properties[name]
      }
      node.field ??= field
    }
  }
  const { properties } = schemaOf(root) as { readonly properties: Record<string, JsonSchema> }
  return {
    type: 'object',
    properties: { domain: { const: 'QBO' }, sparse: { const: false }, ...properties },
    required: ['domain', 'sparse'],
  }
}
