import { type Database, Prisma } from '@bridge/database'

/** Rows that are deleted once the time in their column is past by `keptMs`. */
export interface ExpiringRows {
  readonly table: string
  readonly column: string
  /** How long a row is kept after that time, in milliseconds. */
  readonly keptMs: number
}

/**
 * Deletes up to `rows` rows that are due at `now`; rows that another server is deleting are skipped. Returns how many it
 * deleted.
 */
export function deleteExpiringRows(
  database: Database,
  { table, column, keptMs }: ExpiringRows,
  now: Date,
  rows: number,
): Promise<number> {
  const from = Prisma.raw(`"${table}"`)
  const due = Prisma.sql`${Prisma.raw(`"${column}"`)} <= ${new Date(now.getTime() - keptMs)}`
  return database.$executeRaw`
    DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${from} WHERE ${due} LIMIT ${rows} FOR UPDATE SKIP LOCKED))`
}
