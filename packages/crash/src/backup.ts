import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** What the database knew of a realm at a time. */
export interface Backup {
  restore(): Promise<void>
}

/** The tables that writes change, in an order in which their rows can be inserted. */
const tables = [
  'request_outcome',
  'write_journal',
  'realm_session',
  'connector_session',
  'sandbox_company',
  'sandbox_document',
] as const

/** Copies the rows of a realm, as a backup of the database has them. Stop all servers and gateways before it is restored. */
export async function backUp(database: Database, realmId: RealmId): Promise<Backup> {
  const copies = await Promise.all(
    tables.map(async (table) => {
      const [copy] = await database.$queryRaw<{ rows: unknown }[]>`
        SELECT coalesce(jsonb_agg(to_jsonb(kept)), '[]')::text AS rows FROM ${Prisma.raw(`"${table}"`)} AS kept
        WHERE "realmId" = ${realmId}`
      return { table: Prisma.raw(`"${table}"`), rows: copy?.rows }
    }),
  )
  return {
    restore: () =>
      database.$transaction(async (transaction) => {
        for (const { table } of copies.toReversed()) {
          await transaction.$executeRaw`DELETE FROM ${table} WHERE "realmId" = ${realmId}`
        }
        for (const { table, rows } of copies) {
          await transaction.$executeRaw`
            INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${rows}::jsonb)`
        }
      }),
  }
}
