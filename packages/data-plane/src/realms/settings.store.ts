import type { RealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import { parseSettings, type SettingRows, type SettingValues } from './settings.ts'

/** Loads a realm's settings; unchanged ones have their defaults. */
export async function findSettings<Rows extends SettingRows>(
  database: Database,
  realmId: RealmId,
  rows: Rows,
): Promise<SettingValues<Rows>> {
  const stored = await database.realmSettings.findUnique({ where: { realmId }, select: { values: true } })
  return parseSettings(rows, stored?.values)
}

/** Stores a realm's changed settings and keeps the others, in one statement; returns all. */
export async function mergeSettings<Rows extends SettingRows>(
  transaction: Prisma.TransactionClient,
  realmId: RealmId,
  change: object,
  rows: Rows,
): Promise<SettingValues<Rows>> {
  const [stored] = await transaction.$queryRaw<{ values: unknown }[]>`
    INSERT INTO realm_settings AS settings ("realmId", "values", "updatedAt")
    VALUES (${realmId}, ${JSON.stringify(change)}::jsonb, now())
    ON CONFLICT ("realmId") DO UPDATE
    SET "values" = settings."values" || EXCLUDED."values", "updatedAt" = EXCLUDED."updatedAt"
    RETURNING settings."values"`
  return parseSettings(rows, stored?.values)
}
