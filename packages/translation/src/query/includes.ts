import type { EntityTable } from '../table/entity-table.ts'
import { findLinesRow } from '../table/line-table.ts'
import type { Include } from '../table/row.ts'
import { requireProperty } from './property.ts'
import type { Query } from './query.ts'

/** Returns the record parts a query must include to read its properties; undefined for all parts. */
export function getIncludes(
  { selection, conditions, sortings }: Query,
  table: EntityTable,
): ReadonlySet<Include> | undefined {
  if (selection.kind === 'all') return undefined
  const selected = selection.kind === 'count' ? [] : selection.properties
  const names = [...selected, ...[...conditions, ...sortings].map(({ property }) => property)]
  return new Set(names.map((name) => requireProperty(table, name).needs).filter((needs) => needs !== undefined))
}

export function needsLines(query: Query, table: EntityTable): boolean {
  return (
    table.variants.some(({ rows }) => findLinesRow(rows) !== undefined) &&
    getIncludes(query, table)?.has('lines') !== false
  )
}
