import type { CheckedRef } from './checked-value.ts'
import type { EntityTable, Variant } from './entity-table.ts'
import { isValueRow, type Rows, type ValueRow } from './row.ts'
import type { Filter } from './traits.ts'

/**
 * IDs in entities merging desktop lists. An ID is unique only within its list, so variants sharing a list have a
 * client-side prefix, and may have names replacing IDs.
 */
export interface MergedIds {
  readonly idPrefix: string
  /** In upper case. */
  readonly names: readonly string[]
  /** The field with the record's name. */
  readonly nameKey: string
}

const known = new WeakMap<Variant, { readonly merged: MergedIds | undefined }>()

/** Returns how a variant's IDs differ from its list's; undefined if they are the same. */
export function findMergedIds(variant: Variant): MergedIds | undefined {
  const cached = known.get(variant)
  if (cached !== undefined) return cached.merged
  const merged = createMergedIds(variant)
  known.set(variant, { merged })
  return merged
}

function createMergedIds(variant: Variant): MergedIds | undefined {
  const row = findByFilter(variant.rows, 'byId')?.[1]
  if (row?.idPrefix === undefined) return undefined
  const nameKey = findByFilter(variant.rows, 'byName')?.[0] ?? ''
  return { idPrefix: row.idPrefix, names: row.write.names ?? [], nameKey }
}

function findByFilter(rows: Rows, filter: Filter): readonly [string, ValueRow] | undefined {
  for (const [key, row] of Object.entries(rows)) {
    if (isValueRow(row) && row.query.filter === filter) return [key, row]
  }
  return undefined
}

/** Converts a desktop object's ID to its client-side ID. */
export function toClientId({ variants }: EntityTable, desktop: string, id: string): string {
  const variant = variants.find((each) => each.desktop === desktop)
  return `${(variant && findMergedIds(variant)?.idPrefix) ?? ''}${id}`
}

/**
 * Returns the ID or name by which `query` finds the record with a client-side ID, in any case; undefined if only
 * another query can find it.
 */
export function findDesktopRef(table: EntityTable, query: string, id: string): CheckedRef | undefined {
  for (const variant of table.variants) {
    const ref = toRef(findMergedIds(variant), id)
    if (ref !== undefined) return (variant.query ?? table.query) === query ? ref : undefined
  }
  const variants = table.variants.filter((each) => (each.query ?? table.query) === query)
  return variants.every((each) => findMergedIds(each) === undefined) ? { listId: id } : undefined
}

function toRef(merged: MergedIds | undefined, id: string): CheckedRef | undefined {
  if (merged === undefined) return undefined
  const upper = id.toUpperCase()
  if (merged.names.includes(upper)) return { fullName: upper }
  return upper.startsWith(merged.idPrefix) ? { listId: id.slice(merged.idPrefix.length) } : undefined
}
