import type { JsonSchema } from '@bridge/server'

/** A schema's field as a table row. */
export interface SchemaRow {
  /** For example `client.redirectUris[]`; empty for the value itself. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string | undefined
  /** The referenced schema, which documents the nested fields. */
  readonly schemaName: string | undefined
  /** The field's QuickBooks Desktop element. */
  readonly element: string | undefined
  /** Limits on writes to the field: `create-only`, `read-only`. */
  readonly access: string | undefined
}

interface Keywords extends JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly 'x-element'?: string
  readonly 'x-access'?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly description?: string
  readonly items?: Keywords
  readonly properties?: Readonly<Record<string, Keywords>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Keywords[]
  readonly additionalProperties?: boolean | Keywords
}

/** Returns a schema's fields in document order, nested fields by their path. */
export function schemaRows(schema: JsonSchema): readonly SchemaRow[] {
  return mergeByPath(toRows(schema as Keywords, '', false).filter(({ path }) => path !== ''))
}

/** Merges fields shared by alternatives into one row with all types. */
function mergeByPath(rows: readonly SchemaRow[]): SchemaRow[] {
  const byPath = new Map<string, SchemaRow>()
  for (const row of rows) {
    const { path, type, required } = byPath.get(row.path) ?? row
    const isListed = type === row.type || type.split(' or ').includes(row.type)
    byPath.set(path, {
      ...(byPath.get(path) ?? row),
      type: isListed ? type : `${type} or ${row.type}`,
      required: required && row.required,
    })
  }
  return [...byPath.values()]
}

function toRows(schema: Keywords, path: string, required: boolean): SchemaRow[] {
  const row: SchemaRow = {
    path,
    type: describeType(schema),
    required,
    description: schema.description,
    schemaName: parseSchemaName(schema.$ref ?? schema.items?.$ref),
    element: schema['x-element'],
    access: schema['x-access'],
  }
  return [row, ...toNestedRows(schema, path)]
}

function parseSchemaName(reference: string | undefined): string | undefined {
  return /^#\/components\/schemas\/(\w+)$/.exec(reference ?? '')?.[1]
}

function toNestedRows(
  { anyOf, items, properties, required = [], additionalProperties }: Keywords,
  path: string,
): SchemaRow[] {
  const toPath = (name: string) => (path === '' ? name : `${path}.${name}`)
  return [
    ...(anyOf ?? []).flatMap((each) => toNestedRows(each, path)),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => toRows(each, toPath(name), required.includes(name))),
    ...(typeof additionalProperties === 'object' ? toRows(additionalProperties, toPath('{name}'), false) : []),
    ...(items ? toNestedRows(items, `${path}[]`) : []),
  ]
}

/** Describes a value's type and constraints. */
export function describeType(schema: JsonSchema): string {
  const { $ref, type, const: only, enum: values, format, items, anyOf, ...bounds } = schema as Keywords
  const words = [
    base(),
    bounds.maxItems ? `up to ${bounds.maxItems} items` : '',
    bounds.minLength && bounds.minLength > 1 ? `at least ${bounds.minLength} characters` : '',
    bounds.maxLength ? `up to ${bounds.maxLength} characters` : '',
    bounds.minimum !== undefined && bounds.maximum !== undefined && bounds.maximum < Number.MAX_SAFE_INTEGER
      ? `from ${bounds.minimum} to ${bounds.maximum}`
      : '',
    bounds.default === undefined ? '' : `default ${JSON.stringify(bounds.default)}`,
    bounds.readOnly ? 'read-only' : '',
  ]
  return words.filter(Boolean).join(', ')

  function base(): string {
    if ($ref) return parseSchemaName($ref) ?? 'object'
    if (only !== undefined) return JSON.stringify(only)
    if (values)
      return `${values.length > 1 ? 'one of ' : ''}${values
        .filter((value) => value !== null)
        .map(String)
        .join(' | ')}`
    if (anyOf) return [...new Set(anyOf.map((each) => describeType(each)))].join(' or ')
    if (typeof type === 'object')
      return type.map((each) => describeType({ type: each, ...(format && { format }) })).join(' or ')
    if (type === 'array') return items ? `array of ${describeType(items)}` : 'array'
    if (type === 'string') return formats[format ?? ''] ?? 'string'
    return types[type ?? ''] ?? 'any'
  }
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'date-time', date: 'date', uri: 'URL', uuid: 'UUID' }

const types: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  null: 'null',
  object: 'object',
}
