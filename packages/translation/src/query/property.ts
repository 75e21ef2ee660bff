import { Fault } from '@bridge/faults'
import type { EntityTable } from '../table/entity-table.ts'
import { findMergedIds, type MergedIds } from '../table/merged-ids.ts'
import type { Include, Row, ValueRow } from '../table/row.ts'
import type { Filter, ValueType } from '../table/traits.ts'
import { validationError } from './query-errors.ts'

/** An entity's property, as named in queries. */
export interface Property {
  /** The field's client-side path, in canonical case. */
  readonly path: readonly string[]
  /** `structure` is an object or an array, which can only be selected. */
  readonly kind: ValueType | 'structure'
  readonly filter: Filter | undefined
  /** Why the desktop lacks the property; undefined if it has it. */
  readonly unsupportedReason: string | undefined
  /** The record part a query must include to read the property. */
  readonly needs: Include | undefined
  /** For an `Id`: the names replacing IDs. */
  readonly merged?: MergedIds
  /** A reference compared by a currency's code. */
  readonly isCurrency?: true
  /** A structure's only value: `Address` in `PrimaryEmailAddr`. */
  readonly onlyValue?: Property
}

const indexes = new WeakMap<EntityTable, ReadonlyMap<string, Property>>()

/** Returns the property to compare or sort by: a structure's only value, or the property itself. */
export function getComparedProperty(property: Property): Property {
  return property.onlyValue ?? property
}

/**
 * Returns a property by name in any case. Throws 4000 for an unknown property, and UNSUPPORTED_QUERY for one without a
 * desktop equivalent.
 */
export function requireProperty(table: EntityTable, name: string): Property {
  const found = getIndex(table).get(name.toLowerCase())
  if (found === undefined) throw validationError(`Property ${name} not found for Entity ${table.name}`)
  if (found.unsupportedReason !== undefined) {
    throw new Fault('UNSUPPORTED_QUERY', `${found.path.join('.')} cannot be queried: ${found.unsupportedReason}.`, {
      element: found.path.join('.'),
    })
  }
  return found
}

/** Returns a table's properties by lower-case name, each from the first variant supporting it best. */
function getIndex(table: EntityTable): ReadonlyMap<string, Property> {
  const cached = indexes.get(table)
  if (cached !== undefined) return cached
  const index = new Map<string, Property>()
  const add = (key: string, found: Property): void => {
    const name = key.toLowerCase()
    const present = index.get(name)
    if (present === undefined || getSupport(found) > getSupport(present)) index.set(name, found)
  }
  for (const variant of table.variants) {
    const merged = findMergedIds(variant)
    for (const [key, row] of Object.entries(variant.rows)) {
      const property = toProperty(key, row)
      add(key, property.filter === 'byId' && merged !== undefined ? { ...property, merged } : property)
      if (row.kind === 'value' && row.type === 'ref') {
        add(`${key}.value`, markCurrency(createProperty(`${key}.value`, 'ref', row.query), row))
        add(`${key}.name`, createProperty(`${key}.name`, 'text'))
      }
      const names = key.split('.')
      for (let length = 1; length < names.length; length++) {
        const group = names.slice(0, length).join('.')
        add(group, createProperty(group, 'structure'))
      }
    }
  }
  addOnlyValues(index)
  indexes.set(table, index)
  return index
}

/** Ranks a variant's support for a property: 0 rejects it, 1 ignores or groups it, 2 reads it. */
function getSupport({ kind, unsupportedReason, needs }: Property): number {
  return unsupportedReason !== undefined ? 0 : kind === 'structure' && needs === undefined ? 1 : 2
}

function toProperty(key: string, row: Row): Property {
  switch (row.kind) {
    case 'refused':
      return createProperty(key, 'structure', { unsupportedReason: row.reason })
    case 'borrowed':
      return createProperty(key, 'structure', { unsupportedReason: `it belongs to the record of ${row.ref}` })
    case 'ignored':
      return createProperty(key, 'structure')
    case 'lines':
      return createProperty(key, 'structure', { needs: 'lines' })
    case 'derived':
      return createProperty(key, row.type, { filter: row.filter, needs: row.needs })
    default:
      return markCurrency(
        createProperty(key, row.type, row.read.hidden ? { unsupportedReason: 'it is write-only' } : row.query),
        row,
      )
  }
}

function markCurrency(property: Property, { currency }: ValueRow): Property {
  return currency?.kind === 'code' ? { ...property, isCurrency: true } : property
}

function createProperty(
  key: string,
  kind: Property['kind'],
  { filter, unsupportedReason, needs }: Partial<Pick<Property, 'filter' | 'unsupportedReason' | 'needs'>> = {},
): Property {
  return { path: key.split('.'), kind, filter, unsupportedReason, needs }
}

/** Makes a structure with one value comparable, as in `PrimaryEmailAddr = 'a@b.example'`. */
function addOnlyValues(index: Map<string, Property>): void {
  const fields = new Map<string, Property[]>()
  for (const [name, each] of index) {
    if (each.kind === 'structure' || each.path.length === 1) continue
    const group = name.slice(0, name.lastIndexOf('.'))
    fields.set(group, [...(fields.get(group) ?? []), each])
  }
  for (const [name, [onlyValue, ...others]] of fields) {
    const group = index.get(name)
    if (group?.kind !== 'structure' || group.unsupportedReason !== undefined) continue
    if (others.length === 0 && onlyValue !== undefined) index.set(name, { ...group, onlyValue })
  }
}
