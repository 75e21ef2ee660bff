import { Fault } from '@bridge/faults'
import type { EntityTable } from '../table/entity-table.ts'
import type { Along, Filter, Row, ValueKind } from '../table/row.ts'
import { validationError } from './query-errors.ts'

/** A property of an entity, as a query may name it. */
export interface Property {
  /** The client's path in the canonical case. */
  readonly path: readonly string[]
  /** `structure`: an object or an array, which can be selected and nothing else. */
  readonly kind: ValueKind | 'structure'
  readonly filter: Filter | undefined
  /** Why the desktop does not have it. */
  readonly refusal: string | undefined
  /** It cannot be read without this. */
  readonly needs: Along | undefined
  /** The one value of a structure that has no other: `Address` of `PrimaryEmailAddr`. */
  readonly value?: Property
}

const indexes = new WeakMap<EntityTable, ReadonlyMap<string, Property>>()

/** The property that is compared or sorted by where this one is named. */
export function comparedOf(found: Property): Property {
  return found.value ?? found
}

/** A property by its name in any case. Throws 4000 for an unknown one, UNSUPPORTED_QUERY for one without a desktop equivalent. */
export function propertyOf(table: EntityTable, name: string): Property {
  const found = indexOf(table).get(name.toLowerCase())
  if (found === undefined) throw validationError(`Property ${name} not found for Entity ${table.name}`)
  if (found.refusal !== undefined) {
    throw new Fault('UNSUPPORTED_QUERY', `${found.path.join('.')} cannot be queried: ${found.refusal}`, {
      element: found.path.join('.'),
    })
  }
  return found
}

/** The properties of a table by their names in lower case; the first variant that really has one decides. */
function indexOf(table: EntityTable): ReadonlyMap<string, Property> {
  const known = indexes.get(table)
  if (known !== undefined) return known
  const index = new Map<string, Property>()
  const add = (key: string, found: Property): void => {
    const name = key.toLowerCase()
    const before = index.get(name)
    if (before === undefined || knowledgeOf(found) > knowledgeOf(before)) index.set(name, found)
  }
  for (const { rows } of table.variants) {
    for (const [key, row] of Object.entries(rows)) {
      add(key, ofRow(key, row))
      if (row.kind === 'ref') {
        add(`${key}.value`, property(`${key}.value`, 'ref', row))
        add(`${key}.name`, property(`${key}.name`, 'text'))
      }
      const names = key.split('.')
      for (let length = 1; length < names.length; length++) {
        const group = names.slice(0, length).join('.')
        add(group, property(group, 'structure'))
      }
    }
  }
  addValues(index)
  indexes.set(table, index)
  return index
}

/** How much a variant says of a property: that it has none, that it disregards it or makes a group of it, what it is. */
function knowledgeOf({ kind, refusal, needs }: Property): number {
  return refusal !== undefined ? 0 : kind === 'structure' && needs === undefined ? 1 : 2
}

function ofRow(key: string, row: Row): Property {
  switch (row.kind) {
    case 'refused':
      return property(key, 'structure', { refusal: row.reason })
    case 'ignored':
      return property(key, 'structure')
    case 'lines':
      return property(key, 'structure', { needs: 'lines' })
    case 'derived':
      return property(key, row.type, row)
    default:
      return property(key, row.kind, row.writeOnly ? { refusal: 'it is written, and never read' } : row)
  }
}

function property(
  key: string,
  kind: Property['kind'],
  { filter, refusal, needs }: Partial<Pick<Property, 'filter' | 'refusal' | 'needs'>> = {},
): Property {
  return { path: key.split('.'), kind, filter, refusal, needs }
}

/** Lets a structure with one value stand for it, as `PrimaryEmailAddr = 'a@b.example'` does. */
function addValues(index: Map<string, Property>): void {
  const members = new Map<string, Property[]>()
  for (const [name, each] of index) {
    if (each.kind === 'structure' || each.path.length === 1) continue
    const group = name.slice(0, name.lastIndexOf('.'))
    members.set(group, [...(members.get(group) ?? []), each])
  }
  for (const [name, [value, ...others]] of members) {
    const group = index.get(name)
    if (group?.kind !== 'structure' || group.refusal !== undefined || others.length > 0 || value === undefined) continue
    index.set(name, { ...group, value })
  }
}
