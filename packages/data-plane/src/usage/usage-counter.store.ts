import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** A client's requests to a realm on a UTC day, not stored yet. */
export interface UsageRow {
  readonly realmId: RealmId
  readonly clientId: string
  /** `2026-01-31` */
  readonly day: string
  readonly requests: number
  readonly errors: number
}

/** Adds counts in one statement; drops deleted realms' counts. */
export async function addUsage(database: Database, rows: readonly UsageRow[]): Promise<void> {
  await database.$executeRaw`
    INSERT INTO usage_day AS stored ("realmId", "clientId", day, requests, errors)
    SELECT added."realmId", added."clientId", added.day::date, added.requests, added.errors
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS added("realmId" bpchar, "clientId" text, day text, requests int, errors int)
    JOIN realm ON realm.id = added."realmId"
    ON CONFLICT ("realmId", day, "clientId") DO UPDATE
    SET requests = stored.requests + EXCLUDED.requests, errors = stored.errors + EXCLUDED.errors`
}
