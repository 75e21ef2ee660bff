import type { Database } from '@bridge/database'

/** A connection's last request. */
export interface ConnectionUse {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

/** Stores when connections were last used, in one statement. A time never moves back. */
export async function storeConnectionUse(database: Database, uses: readonly ConnectionUse[]): Promise<void> {
  await database.$executeRaw`
    UPDATE connection SET "lastUsedAt" = used.at
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS used(id text, at timestamptz)
    WHERE connection.id = used.id AND (connection."lastUsedAt" IS NULL OR connection."lastUsedAt" < used.at)`
}
