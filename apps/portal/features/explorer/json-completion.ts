import type { Completion, CompletionList } from './completion.ts'
import type { EntityField } from './entity-tables.ts'
import { findJsonPlace, readJson } from './json-text.ts'

/** A record for references. */
export interface ReferencedRecord {
  readonly id: string
  readonly name: string
}

interface Source {
  readonly fields: () => Promise<readonly EntityField[]>
  /** Loads an entity's records from the company file. */
  readonly records: (entity: string) => Promise<readonly ReferencedRecord[]>
}

/** Completes a body's fields and values from its entity's table. */
export async function completeJson(
  text: string,
  at: number,
  { fields, records }: Source,
): Promise<CompletionList | undefined> {
  const place = findJsonPlace(readJson(text), at)
  if (place === undefined) return undefined
  const { kind, path, from, to, isNew, isTyped } = place
  const table = await fields()
  const options = kind === 'name' ? completeNames(table, path, isNew) : await completeValues(table, path, records)
  return { from, to, options, isTyped }
}

/** Returns the writable fields below a path. */
export function completeNames(fields: readonly EntityField[], path: string, isNew: boolean): Completion[] {
  const prefix = path === '' ? '' : `${path}.`
  const reference = fields.find((field) => field.path === path && field.type === 'ref')
  if (reference) return ['value', 'name'].map((name) => ({ label: `"${name}"`, apply: `"${name}": ""` }))
  const options = new Map<string, Completion>()
  for (const field of fields) {
    if (!field.path.startsWith(prefix) || field.access === 'read-only' || field.access === 'refused') continue
    const [name = '', ...rest] = field.path.slice(prefix.length).split('.')
    if (name === '' || (options.has(name) && rest.length > 0)) continue
    options.set(name, toCompletion(name, rest.length === 0 ? field : undefined, isNew))
  }
  return [...options.values()]
}

function toCompletion(name: string, field: EntityField | undefined, isNew: boolean): Completion {
  const detail = field ? describe(field) : 'object'
  return {
    label: `"${name}"`,
    detail,
    apply: isNew ? `"${name}": ${getEmptyValue(field)}` : `"${name}"`,
    isFirst: field?.required === true,
  }
}

function describe({ type, max, required, lineKind }: EntityField): string {
  return [required ? 'required' : '', type, max === undefined ? '' : `up to ${max}`, lineKind ?? '']
    .filter(Boolean)
    .join(', ')
}

function getEmptyValue(field: EntityField | undefined): string {
  switch (field?.type) {
    case undefined:
      return '{}'
    case 'ref':
      return '{ "value": "" }'
    case 'lines':
      return '[]'
    case 'bool':
      return 'true'
    case 'amount':
    case 'integer':
    case 'quantity':
    case 'price':
      return '0'
    default:
      return '""'
  }
}

async function completeValues(
  fields: readonly EntityField[],
  path: string,
  records: Source['records'],
): Promise<Completion[]> {
  if (path.endsWith('.DetailType')) {
    const kinds = new Set(fields.flatMap(({ lineKind }) => lineKind ?? []))
    return [...kinds].map((kind) => ({ label: `"${kind}"` }))
  }
  const entity = /\.value$/.test(path) ? findReferencedEntity(path) : undefined
  if (entity !== undefined) {
    return (await records(entity)).map(({ id, name }) => ({
      label: `"${id}"`,
      displayLabel: name,
      detail: id,
    }))
  }
  const field = fields.find((each) => each.path === path)
  if (field?.type === 'bool') return ['true', 'false'].map((label) => ({ label }))
  return (field?.values ?? []).map((value) => ({ label: `"${value}"` }))
}

const referenced: readonly (readonly [RegExp, string])[] = [
  [/Account/, 'Account'],
  [/Customer$/, 'Customer'],
  [/(Vendor|Entity)$/, 'Vendor'],
  [/Employee$/, 'Employee'],
  [/Item$/, 'Item'],
  [/Class$/, 'Class'],
  [/Term$/, 'Term'],
  [/PaymentMethod$/, 'PaymentMethod'],
  [/TaxCode$/, 'TaxCode'],
]

const endOfReference = 'Ref.value'

/** Returns a reference's entity: `Customer` for `CustomerRef.value`. */
export function findReferencedEntity(path: string): string | undefined {
  if (!path.endsWith(endOfReference)) return undefined
  const name = path.slice(0, -endOfReference.length).split('.').at(-1) ?? ''
  return referenced.find(([pattern]) => pattern.test(name))?.[1]
}
