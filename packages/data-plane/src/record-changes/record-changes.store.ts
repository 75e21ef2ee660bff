import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import type { RecordChange, StoredChange } from './record-change.ts'

/** Stores changes that are not stored yet, in the caller's transaction; returns how many. */
export async function insertChanges(
  transaction: Pick<Database, '$executeRaw'>,
  realmId: RealmId,
  changes: readonly RecordChange[],
): Promise<number> {
  if (changes.length === 0) return 0
  return transaction.$executeRaw`WITH ${countChanges(realmId, changes.length)} ${insertCounted(realmId, changes)}`
}

/**
 * Takes the sequence numbers of `count` changes. The counter's row stays locked until the transaction ends, so changes
 * are committed in the order of their numbers, and a reader that continues after the last one misses none.
 *
 * @param when a condition, without which no number is taken
 */
function countChanges(realmId: RealmId, count: number, when: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`counter AS (
    INSERT INTO realm_changes AS state ("realmId", "lastSeq") SELECT ${realmId}, ${count}::bigint WHERE ${when}
    ON CONFLICT ("realmId") DO UPDATE SET "lastSeq" = state."lastSeq" + ${count}::bigint
    RETURNING "lastSeq" - ${count}::bigint AS before)`
}

/** Inserts changes after the number that `countChanges` returned. */
function insertCounted(realmId: RealmId, changes: readonly RecordChange[]): Prisma.Sql {
  const column = (name: keyof RecordChange) => changes.map((change) => change[name] ?? null)
  return Prisma.sql`
    INSERT INTO change ("realmId", seq, entity, "recordId", operation, "occurredAt", version, source, "mergedId",
      "traceId")
    SELECT ${realmId}, counter.before + given.number, entity, "recordId", operation::"ChangeOperation", "occurredAt",
      version, source::"ChangeSource", "mergedId", "traceId"
    FROM counter, unnest(${column('entity')}::text[], ${column('recordId')}::text[], ${column('operation')}::text[],
      ${column('occurredAt')}::timestamptz[], ${column('version')}::text[], ${column('source')}::text[],
      ${column('mergedId')}::text[], ${column('traceId')}::text[])
      WITH ORDINALITY AS given (entity, "recordId", operation, "occurredAt", version, source, "mergedId", "traceId", number)
    ON CONFLICT DO NOTHING`
}

/** Runs a statement, and stores changes if it returns rows, both at once. Its rows are counted. */
export function storeWith(statement: Prisma.Sql, realmId: RealmId, changes: readonly RecordChange[]): Prisma.Sql {
  const isStored = Prisma.sql`EXISTS (SELECT FROM stored)`
  return Prisma.sql`WITH stored AS (${statement}), ${countChanges(realmId, changes.length, isStored)},
    inserted AS (${insertCounted(realmId, changes)})
    SELECT count(*)::int AS count FROM stored`
}

/** Lists up to `limit` changes after a sequence number, the oldest first. */
export async function findChangesAfter(
  database: Pick<Database, 'change'>,
  realmId: RealmId,
  seq: bigint,
  limit: number,
): Promise<readonly StoredChange[]> {
  const rows = await database.change.findMany({
    where: { realmId, seq: { gt: seq } },
    orderBy: { seq: 'asc' },
    take: limit,
    omit: { realmId: true, storedAt: true, traceId: true },
  })
  return rows.map(({ mergedId, ...row }) => ({ ...row, ...(mergedId !== null && { mergedId }) }))
}

/** Returns whether an app that is connected to the realm has a webhook that is not paused. */
export async function hasSubscriber(database: Pick<Database, '$queryRaw'>, realmId: RealmId): Promise<boolean> {
  const [row] = await database.$queryRaw<{ has: boolean }[]>`SELECT ${isSubscribed(Prisma.sql`${realmId}`)} AS has`
  return row?.has ?? false
}

/** Is true if an app that is connected to the realm has a webhook that is not paused. */
export function isSubscribed(realmId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM connection JOIN webhook ON webhook."clientId" = connection."clientId"
    WHERE connection."realmId" = ${realmId} AND connection."revokedAt" IS NULL AND webhook."pausedAt" IS NULL)`
}
