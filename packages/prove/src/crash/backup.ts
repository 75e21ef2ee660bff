import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** What the database knew about a realm at a time. */
export interface Backup {
  restore(): Promise<void>
}

/** The tables changed by writes, in insertion order. */
const tables = [
  'request_outcome',
  'write_journal',
  'realm_session',
  'connector_session',
  'sandbox_company',
  'sandbox_document',
] as const

/** More than a busy machine needs. */
const maxRestoreMs = 60_000

/** Copies a realm's rows, as a database backup has them. Stop all servers, gateways and sandbox hosts before restoring it. */
export async function backUp(database: Database, realmId: RealmId): Promise<Backup> {
  const copies = await Promise.all(
    tables.map(async (table) => {
      const [copy] = await database.$queryRaw<{ rows: unknown }[]>`
        SELECT coalesce(jsonb_agg(to_jsonb(kept)), '[]')::text AS rows FROM ${Prisma.raw(`"${table}"`)} AS kept
        WHERE "realmId" = ${realmId}`
      return { table: Prisma.raw(`"${table}"`), rows: copy?.rows }
    }),
  )
  const restore = async (transaction: Prisma.TransactionClient) => {
    for (const { table } of copies.toReversed()) {
      await transaction.$executeRaw`DELETE FROM ${table} WHERE "realmId" = ${realmId}`
    }
    for (const { table, rows } of copies) {
      await transaction.$executeRaw`
        INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${rows}::jsonb)`
    }
  }
  return { restore: () => database.$transaction(restore, { maxWait: maxRestoreMs, timeout: maxRestoreMs }) }
}
