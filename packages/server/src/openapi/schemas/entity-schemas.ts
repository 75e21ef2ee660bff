import { describeEntity, type EntityTable, type FieldAccess, type FieldDescription } from '@bridge/translation'
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

/** Returns the schema for an entity's records in responses, with every variant's optional fields. */
export function entitySchema(table: EntityTable): JsonSchema {
  return {
    type: 'object',
    properties: { domain: { const: 'QBO' }, sparse: { const: false }, ...fieldSchemas(table, 'response') },
    additionalProperties: false,
  }
}

/** Returns the schema for a creating body. Variants share the fields all of them require. */
export function createSchema(table: EntityTable): JsonSchema {
  const required = describeEntity(table)
    .variants.filter(({ operations }) => operations.includes('create'))
    .map(({ fields }) => new Set(fields.filter(isRequiredField).map(({ path }) => path)))
  const [first = new Set<string>(), ...others] = required
  return {
    type: 'object',
    properties: fieldSchemas(table, 'create'),
    ...requiredKeyword([...first].filter((path) => others.every((each) => each.has(path)))),
    additionalProperties: false,
  }
}

function isRequiredField({ required, path }: FieldDescription): boolean {
  return required === true && !path.includes('.')
}

function requiredKeyword(required: readonly string[]) {
  return required.length > 0 ? { required } : {}
}

/** Returns the schema for an updating body. It accepts a record as read: read-only fields are ignored. */
export function updateSchema(table: EntityTable): JsonSchema {
  return {
    type: 'object',
    properties: {
      domain: { type: 'string' },
      sparse: { type: 'boolean', description: 'Accepted. Omitted fields keep their values in either case.' },
      ...fieldSchemas(table, 'update'),
      Id: { type: 'string' },
      SyncToken: { type: 'string', description: 'That of the record as you read it.' },
    },
    required: ['Id', 'SyncToken'],
    additionalProperties: false,
  }
}

/** The schema's purpose. */
type Use = 'response' | 'create' | 'update'

function fieldSchemas(table: EntityTable, use: Use): Readonly<Record<string, JsonSchema>> {
  const root = createNode()
  for (const variant of describeEntity(table).variants) {
    if (use === 'create' && !variant.operations.includes('create')) continue
    for (const field of variant.fields) {
      const names = field.path.split('.')
      const isUsed = uses[use].has(field.access) || (use === 'create' && choosesVariant(table, field))
      // Line details are present even if they are empty.
      if (!isUsed && (field.lineKind === undefined || names.length < 3)) continue
      let node = root
      for (const name of isUsed ? names : names.slice(0, -1)) {
        node.properties[name] ??= createNode()
        if (node.field?.type === 'lines' && field.lineKind !== undefined) node.lineKinds.add(field.lineKind)
        node = node.properties[name]
      }
      if (isUsed) node.field = mergeFields(node.field, field)
    }
  }
  const { properties } = toSchema(root, use) as { readonly properties: Record<string, JsonSchema> }
  return properties
}

/** Each use's fields by access. The entity's documentation page lists the others as well. */
const uses: Readonly<Record<Use, ReadonlySet<FieldAccess>>> = {
  response: new Set(['read-write', 'read-only', 'create-only', 'repeat-only']),
  create: new Set(['read-write', 'create-only', 'write-only', 'borrowed']),
  update: new Set(['read-write', 'read-only', 'create-only', 'repeat-only', 'write-only', 'borrowed']),
}

/** Returns whether a new record's field chooses its variant: the `Type` in an item. */
function choosesVariant({ variants }: EntityTable, { access, path }: FieldDescription): boolean {
  return variants.length > 1 && access === 'repeat-only' && !path.includes('.')
}

/** Merges several variants' field: it allows what any of them allows. */
function mergeFields(known: FieldDescription | undefined, field: FieldDescription): FieldDescription {
  if (known === undefined) return field
  const { max: _, values: __, ...rest } = known
  const values = known.values && field.values && [...new Set([...known.values, ...field.values])]
  const max = known.max === undefined || field.max === undefined ? undefined : Math.max(known.max, field.max)
  return { ...rest, ...(values && { values }), ...(max !== undefined && { max }) }
}

interface SchemaNode {
  readonly properties: Record<string, SchemaNode>
  /** A line table's line kinds. */
  readonly lineKinds: Set<string>
  field?: FieldDescription
}

function createNode(): SchemaNode {
  return { properties: {}, lineKinds: new Set() }
}

function toSchema({ properties, lineKinds, field }: SchemaNode, use: Use): JsonSchema {
  const children = Object.entries(properties)
  const description = [describeCurrency(field), field?.note, field?.reason]
    .filter((each) => each !== undefined)
    .join('; ')
  const described = description === '' ? {} : { description }
  const shape = () => ({
    type: 'object',
    properties: {
      ...(lineKinds.size > 0 && lineFields(lineKinds)),
      ...Object.fromEntries(children.map(([name, child]) => [name, toSchema(child, use)])),
    },
    additionalProperties: false,
  })
  if (field?.type === 'lines') return { type: 'array', items: shape(), ...described }
  if (children.length > 0 || field === undefined) return shape()
  const { required: _, ...type } = types[field.type] ?? {}
  const value: JsonSchema = {
    ...(use === 'response' ? types[field.type] : type),
    ...(field.values && { enum: field.values }),
    ...(field.max !== undefined && { maxLength: field.max }),
  }
  return {
    ...(use === 'update' && isCleared(field) ? orNull(value) : value),
    ...(field.access === 'read-only' && { readOnly: true }),
    ...(use !== 'response' && describeMapping(field)),
    ...described,
  }
}

function describeCurrency(field?: FieldDescription): string | undefined {
  if (field?.currency === undefined) return undefined
  return field.currency === 'home' ? 'in the home currency' : `in the currency of ${field.currency}`
}

/** Describes what the desktop does with a written field: the element it becomes, and whether it can change. */
function describeMapping({ desktop, access }: FieldDescription) {
  return { ...(desktop && { 'x-element': desktop }), ...(access !== 'read-write' && { 'x-access': access }) }
}

/** Returns whether an update can send null to clear the field. */
function isCleared({ access, type }: FieldDescription): boolean {
  return access === 'read-write' && type !== 'structure' && type !== 'bool'
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema as { readonly type?: string; readonly enum?: readonly unknown[] }
  return { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
}

/** Returns line fields without a row: their kind, and the subtotal line in forms with items. */
function lineFields(kinds: ReadonlySet<string>): Readonly<Record<string, JsonSchema>> {
  const hasSubtotal = kinds.has('SalesItemLineDetail')
  return {
    DetailType: { type: 'string', enum: [...kinds, ...(hasSubtotal ? ['SubTotalLineDetail'] : [])] },
    ...(hasSubtotal && { SubTotalLineDetail: { type: 'object', additionalProperties: false } }),
  }
}
