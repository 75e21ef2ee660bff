import type { DocumentedParameter, JsonSchema, OpenApi } from '@bridge/server'
import { schemaHref } from './api-catalogue.ts'
import type { ListedField } from './field-list.tsx'
import { describeType, type SchemaRow, schemaRows } from './schema-rows.ts'

/** Lists an endpoint's parameters. */
export function listParameters(parameters: readonly DocumentedParameter[]): readonly ListedField[] {
  return parameters.map(({ name, in: place, required, description, schema }) => ({
    path: name,
    type: describeType(schema),
    facts: [...(required ? ['required'] : []), places[place] ?? place],
    text: description ?? (schema.description as string | undefined),
  }))
}

const places: Readonly<Record<string, string>> = { path: 'in the path', query: 'in the query', header: 'header' }

/** Lists a schema's fields. */
export function listFields(schema: JsonSchema): readonly ListedField[] {
  return schemaRows(schema).map(toField)
}

function toField({ path, type, required, description, schemaName }: SchemaRow): ListedField {
  return {
    path,
    type,
    facts: required ? ['required'] : [],
    text: description,
    href: schemaName && schemaHref(schemaName),
  }
}

/**
 * Lists the fields in create and update bodies: those required by a create first, then those that
 * can be written, then the read-only ones.
 */
export function listWriteFields({ components: { schemas } }: OpenApi, entity: string): readonly ListedField[] {
  const created = new Map(schemaRows(schemas[`${entity}Create`] ?? {}).map((row) => [row.path, row]))
  const updated = new Map(schemaRows(schemas[`${entity}Update`] ?? {}).map((row) => [row.path, row]))
  const paths = [...new Set([...created.keys(), ...updated.keys()])]
  const fields = paths.map((path) => toWriteField(path, created.get(path), updated.get(path)))
  const rank = ({ facts }: ListedField) => (facts.includes('required') ? 0 : facts.includes('read-only') ? 2 : 1)
  const ranks = new Map(fields.filter(({ path }) => !/[.[]/.test(path)).map((field) => [field.path, rank(field)]))
  const getRank = ({ path }: ListedField) => ranks.get(path.split(/[.[]/)[0] ?? '') ?? 1
  return fields.toSorted((left, right) => getRank(left) - getRank(right))
}

function toWriteField(path: string, created: SchemaRow | undefined, updated: SchemaRow | undefined): ListedField {
  const row = created ?? updated
  const access = updated?.access ?? created?.access
  return {
    path,
    type: row?.type.replace(/ or null/, '').replace(/, read-only$/, '') ?? '',
    facts: [
      ...(created?.required ? ['required'] : []),
      ...(updated?.required ? ['required to update'] : []),
      ...(access === undefined ? [] : [accesses[access] ?? access]),
    ],
    text: row?.description,
    element: row?.element,
  }
}

const accesses: Readonly<Record<string, string>> = {
  'read-only': 'read-only',
  'create-only': 'on create only',
  'repeat-only': 'cannot be changed',
  'write-only': 'not returned',
  borrowed: 'of another record',
}
