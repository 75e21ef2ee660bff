import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { isSubscribed } from '../record-changes/record-changes.store.ts'
import { parseSettings, type SettingRows, type SettingValues } from './settings.ts'

/** A realm's settings, and whether a webhook receives its changes. */
interface FoundSettings<Rows extends SettingRows> {
  readonly settings: SettingValues<Rows>
  readonly reportsChanges: boolean
}

/** Loads a realm's settings; unchanged ones have their defaults. */
export async function findSettings<Rows extends SettingRows>(
  database: Database,
  realmId: RealmId,
  rows: Rows,
): Promise<FoundSettings<Rows>> {
  const [stored] = await database.$queryRaw<{ values: unknown; reportsChanges: boolean }[]>`
    SELECT (SELECT "values" FROM realm_settings WHERE "realmId" = ${realmId}) AS "values",
      ${isSubscribed(Prisma.sql`${realmId}`)} AS "reportsChanges"`
  return {
    settings: parseSettings(rows, stored?.values ?? undefined),
    reportsChanges: stored?.reportsChanges ?? false,
  }
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
