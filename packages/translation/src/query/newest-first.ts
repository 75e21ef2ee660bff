import type { EntityTable } from '../table/entity-table.ts'
import { requireProperty } from './property.ts'
import { pushDown } from './push-down.ts'
import type { Query } from './query.ts'

/** How many days back the newest records are looked for. */
const days = [2, 30, 480]

const filtersByTime = new Set(['byTxnDate', 'byModified', 'byCreated'])

/**
 * Returns queries for the last days only, which begin with the same rows. There are some if the query is sorted by a
 * time, newest first, and would otherwise read a whole file.
 */
export function getNewestQueries(query: Query, table: EntityTable, now: Date | undefined): readonly Query[] {
  const [first] = query.sortings
  const { filter } = first === undefined ? {} : requireProperty(table, first.property)
  if (now === undefined || !first?.descending || filter === undefined || !filtersByTime.has(filter)) return []
  if (pushDown(query, table).filters.some(({ name }) => name !== 'ActiveStatus')) return []
  return days.map((count) => {
    const text = new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 10)
    const newest = { property: first.property, operator: '>=', values: [{ kind: 'string', text }] } as const
    return { ...query, conditions: [...query.conditions, newest] }
  })
}
