import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/**
 * Lets polls look for changes that agents have reported. A realm without a row has had no poll, and gets one anyway.
 * The rows are locked in the order in which servers claim them.
 */
export function storeReportedChanges(database: Database, realmIds: readonly RealmId[]): Promise<number> {
  return database.$executeRaw`
    UPDATE realm_changes AS state SET "hasChanged" = true
    FROM (
      SELECT "realmId" FROM realm_changes WHERE "realmId" = ANY(${realmIds}::bpchar[]) AND NOT "hasChanged"
      ORDER BY "realmId" FOR NO KEY UPDATE
    ) AS reported
    WHERE state."realmId" = reported."realmId"`
}
