import type { Database } from '@bridge/database'

/** A connection's last request. */
export interface ConnectionUse {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

/** Stores when connections and their clients were last used, in one statement. A time never moves back. */
export async function storeConnectionUse(database: Database, uses: readonly ConnectionUse[]): Promise<void> {
  await database.$executeRaw`
    WITH stored AS (
      UPDATE connection SET "lastUsedAt" = used.at
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS used(id text, at timestamptz)
      WHERE connection.id = used.id AND (connection."lastUsedAt" IS NULL OR connection."lastUsedAt" < used.at)
      RETURNING "clientId", used.at
    ), due AS MATERIALIZED (
      SELECT client.id FROM oauth_client AS client WHERE client.id IN (SELECT "clientId" FROM stored)
      ORDER BY client.id FOR NO KEY UPDATE
    )
    UPDATE oauth_client AS client SET "lastUsedAt" = greatest(client."lastUsedAt", used.at)
    FROM (SELECT "clientId", max(at) AS at FROM stored JOIN due ON due.id = "clientId" GROUP BY 1) AS used
    WHERE client.id = used."clientId"`
}
