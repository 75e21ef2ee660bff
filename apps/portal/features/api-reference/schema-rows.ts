import type { JsonSchema } from '@bridge/server'

/** A member of a schema as a table prints it. */
export interface SchemaRow {
  /** `client.redirectUris[]`; empty for the value itself. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string | undefined
  /** The schema of the document that it is; its members stand there. */
  readonly schemaName: string | undefined
}

interface Known extends JsonSchema {
  readonly $ref?: string
  readonly type?: string
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
  readonly items?: Known
  readonly properties?: Readonly<Record<string, Known>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Known[]
  readonly additionalProperties?: boolean | Known
}

/** Every member of a schema, nested ones by their path, in the order in which a reader meets them. */
export function schemaRows(schema: JsonSchema): readonly SchemaRow[] {
  return distinct(rowsOf(schema as Known, '', false).filter(({ path }) => path !== ''))
}

/** Alternatives share members: each is told once, with every type that it may have. */
function distinct(rows: readonly SchemaRow[]): SchemaRow[] {
  const known = new Map<string, SchemaRow>()
  for (const row of rows) {
    const { path, type, required } = known.get(row.path) ?? row
    const isTold = type.split(' or ').includes(row.type)
    known.set(path, {
      ...(known.get(path) ?? row),
      type: isTold ? type : `${type} or ${row.type}`,
      required: required && row.required,
    })
  }
  return [...known.values()]
}

function rowsOf(schema: Known, path: string, required: boolean): SchemaRow[] {
  const own: SchemaRow = {
    path,
    type: typeWords(schema),
    required,
    description: schema.description,
    schemaName: nameOf(schema.$ref),
  }
  return [own, ...innerRows(schema, path)]
}

function nameOf(reference: string | undefined): string | undefined {
  return /^#\/components\/schemas\/(\w+)$/.exec(reference ?? '')?.[1]
}

function innerRows(
  { anyOf, items, properties, required = [], additionalProperties }: Known,
  path: string,
): SchemaRow[] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  return [
    ...(anyOf ?? []).flatMap((each) => innerRows(each, path)),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => rowsOf(each, below(name), required.includes(name))),
    ...(typeof additionalProperties === 'object' ? rowsOf(additionalProperties, below('{name}'), false) : []),
    ...(items ? innerRows(items, `${path}[]`) : []),
  ]
}

/** The type of a value in words. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, type, const: only, enum: values, format, items, anyOf, ...bounds } = schema as Known
  const words = [
    base(),
    bounds.maxItems ? `at most ${bounds.maxItems} of them` : '',
    bounds.minLength && bounds.minLength > 1 ? `at least ${bounds.minLength} characters` : '',
    bounds.maxLength ? `at most ${bounds.maxLength} characters` : '',
    bounds.minimum !== undefined && bounds.maximum !== undefined && bounds.maximum < Number.MAX_SAFE_INTEGER
      ? `from ${bounds.minimum} to ${bounds.maximum}`
      : '',
    bounds.default === undefined ? '' : `${JSON.stringify(bounds.default)} without it`,
    bounds.readOnly ? 'read only' : '',
  ]
  return words.filter(Boolean).join(', ')

  function base(): string {
    if ($ref) return nameOf($ref) ?? 'object'
    if (only !== undefined) return JSON.stringify(only)
    if (values) return `${values.length > 1 ? 'one of ' : ''}${values.map(String).join(' | ')}`
    if (anyOf) return [...new Set(anyOf.map((each) => typeWords(each)))].join(' or ')
    if (type === 'array') return items ? `array of ${typeWords(items)}` : 'array'
    if (type === 'string') return formats[format ?? ''] ?? 'text'
    return types[type ?? ''] ?? 'anything'
  }
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'date', uri: 'URL', uuid: 'UUID' }

const types: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'whole number',
  number: 'number',
  null: 'null',
  object: 'object',
}
