import { describeEntity, type EntityTable, type FieldDescription } from '@bridge/translation'
import type { JsonSchema } from './json-schema.ts'

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
  integer: { type: 'integer' },
  ref: {
    type: 'object',
    properties: { value: { type: 'string' }, name: { type: 'string' }, type: { type: 'string' } },
    required: ['value'],
    additionalProperties: false,
  },
  structure: {},
}

/** Returns the schema of an entity's records in responses, with the optional fields of every variant. */
export function entitySchema(table: EntityTable): JsonSchema {
  const root = createNode()
  for (const variant of describeEntity(table).variants) {
    for (const field of variant.fields) {
      const names = field.path.split('.')
      // The details of a line are present even if they are empty.
      if (!isShown(field) && (field.lineKind === undefined || names.length < 3)) continue
      let node = root
      for (const name of isShown(field) ? names : names.slice(0, -1)) {
        node.properties[name] ??= createNode()
        if (node.field?.type === 'lines' && field.lineKind !== undefined) node.lineKinds.add(field.lineKind)
        node = node.properties[name]
      }
      if (isShown(field)) node.field ??= field
    }
  }
  const { properties } = toSchema(root) as { readonly properties: Record<string, JsonSchema> }
  return {
    type: 'object',
    properties: { domain: { const: 'QBO' }, sparse: { const: false }, ...properties },
    additionalProperties: false,
  }
}

interface SchemaNode {
  readonly properties: Record<string, SchemaNode>
  /** The kinds of a line table's lines. */
  readonly lineKinds: Set<string>
  field?: FieldDescription
}

function createNode(): SchemaNode {
  return { properties: {}, lineKinds: new Set() }
}

/**
 * Returns whether responses contain the field. The entity's documentation page also lists fields that only requests
 * have.
 */
function isShown({ access }: FieldDescription): boolean {
  return access !== 'refused' && access !== 'ignored' && access !== 'write-only'
}

function toSchema({ properties, lineKinds, field }: SchemaNode): JsonSchema {
  const children = Object.entries(properties)
  const description = [field?.note, field?.reason].filter((each) => each !== undefined).join('; ')
  const described = description === '' ? {} : { description }
  const shape = () => ({
    type: 'object',
    properties: {
      ...(lineKinds.size > 0 && lineFields(lineKinds)),
      ...Object.fromEntries(children.map(([name, child]) => [name, toSchema(child)])),
    },
    additionalProperties: false,
  })
  if (field?.type === 'lines') return { type: 'array', items: shape(), ...described }
  if (children.length > 0 || field === undefined) return shape()
  return {
    ...types[field.type],
    ...(field.values && { enum: field.values }),
    ...(field.max !== undefined && { maxLength: field.max }),
    ...(field.access === 'read-only' && { readOnly: true }),
    ...described,
  }
}

/** Returns the fields of lines that have no row: their kind, and the subtotal line of forms with items. */
function lineFields(kinds: ReadonlySet<string>): Readonly<Record<string, JsonSchema>> {
  const hasSubtotal = kinds.has('SalesItemLineDetail')
  return {
    DetailType: { enum: [...kinds, ...(hasSubtotal ? ['SubTotalLineDetail'] : [])] },
    ...(hasSubtotal && { SubTotalLineDetail: { type: 'object', additionalProperties: false } }),
  }
}
