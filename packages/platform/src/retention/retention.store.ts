import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** Rows deleted once the time in their column is past by `keptMs`. */
export interface ExpiringRows {
  readonly table: string
  readonly column: string
  /** How long a row is kept afterwards, in milliseconds. */
  readonly keptMs: number
  /** Which rows; all by default. Without parameters, to match a partial index. */
  readonly where?: string
  /** Only this realm's rows. */
  readonly realmId?: RealmId
  /** The column naming a row where its place does not, in a partitioned table. */
  readonly key?: string
  /** Columns set to null instead of deleting the row. They are null in rows left out by `where`. */
  readonly erases?: readonly string[]
}

/** Rows changed per statement: none holds many locks or takes long. */
export const sweepRows = 500

/** How a sweep proceeds. */
export interface SweepOptions {
  /** Rows changed per statement; 500 by default. */
  readonly rows?: number
  /** Ends the sweep after the statement in progress. */
  readonly isStopped?: () => boolean
}

/** Deletes rows due at `now`, a few with each statement; skips rows being deleted by another server. */
export function sweepExpired(
  database: Database,
  expiring: ExpiringRows,
  now: Date,
  options: SweepOptions = {},
): Promise<void> {
  return sweepInSteps((rows) => changeExpiredRows(database, expiring, now, rows), options)
}

/** Deletes older audit events through a database function: the servers' role may not delete any. */
export function sweepAuditEvents(database: Database, before: Date, options: SweepOptions = {}): Promise<void> {
  return sweepInSteps(async (rows) => {
    const [deleted] = await database.$queryRaw<{ count: number }[]>`
      SELECT delete_audit_events(${before}, ${rows}::integer) AS count`
    return deleted?.count ?? 0
  }, options)
}

/** A table partitioned by time, whose partitions are dropped once all their rows are past by `keptMs`. */
export interface PartitionedLog {
  readonly table: 'logged_request' | 'usage_day'
  readonly keptMs: number
}

/**
 * Drops a log's old partitions and creates the coming days', through a database function: the servers' role owns no
 * table. Returns false while a long statement uses the log.
 */
export async function keepPartitions(
  database: Database,
  { table, keptMs }: PartitionedLog,
  now: Date,
): Promise<boolean> {
  const before = new Date(now.getTime() - keptMs)
  const [row] = await database.$queryRaw<{ done: boolean }[]>`
    SELECT keep_partitions(${table}, ${now}, ${before}) AS done`
  return row?.done ?? false
}

/**
 * Runs a statement until nothing is left for it.
 *
 * @param change changes up to `rows` rows and returns how many it changed
 */
export async function sweepInSteps(
  change: (rows: number) => Promise<number>,
  { rows = sweepRows, isStopped = () => false }: SweepOptions = {},
): Promise<void> {
  while (!isStopped() && (await change(rows)) === rows);
}

/** Deletes or erases up to `rows` rows and returns how many it changed. */
function changeExpiredRows(
  database: Database,
  { table, column, keptMs, where = 'true', realmId, key, erases }: ExpiringRows,
  now: Date,
  rows: number,
): Promise<number> {
  const from = Prisma.raw(`"${table}"`)
  const ofRealm = realmId === undefined ? Prisma.empty : Prisma.sql`AND "realmId" = ${realmId}`
  const time = Prisma.raw(`"${column}"`)
  const isDue = Prisma.sql`${time} <= ${new Date(now.getTime() - keptMs)}`
  const due = Prisma.sql`${isDue} AND ${Prisma.raw(where)} ${ofRealm}`
  const rowsDue = Prisma.sql`FROM ${from} WHERE ${due}`
  const step =
    key === undefined
      ? Prisma.sql`ctid = ANY(ARRAY(SELECT ctid ${rowsDue} LIMIT ${rows} FOR UPDATE SKIP LOCKED))`
      : Prisma.sql`${Prisma.raw(`"${key}"`)} = ANY(ARRAY(SELECT key FROM due)) AND ${time} BETWEEN (SELECT min(time) FROM due) AND (SELECT max(time) FROM due)`
  const found =
    key === undefined
      ? Prisma.empty
      : // The oldest ones are in few partitions.
        Prisma.sql`WITH due AS MATERIALIZED (
          SELECT ${Prisma.raw(`"${key}"`)} AS key, ${time} AS time ${rowsDue} ORDER BY ${time} LIMIT ${rows} FOR UPDATE SKIP LOCKED)`
  if (erases === undefined) return database.$executeRaw`${found} DELETE FROM ${from} WHERE ${step}`
  const nulls = Prisma.raw(erases.map((name) => `"${name}" = NULL`).join(', '))
  return database.$executeRaw`${found} UPDATE ${from} SET ${nulls} WHERE ${step}`
}
