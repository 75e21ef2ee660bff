import type { RealmId } from '@bridge/agent-protocol'
import { type Database, queryPrepared } from '@bridge/database'
import { type ExpiringRows, type SweepOptions, sweepExpired } from '@bridge/platform/retention.store'

/** A call's texts without secrets, named as in the admin API. */
export interface LoggedBodies {
  /** The URL's query. */
  readonly query: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly request: string
  /** The whole request's length in characters. */
  readonly requestCharacters: number
  readonly answerHeaders: Readonly<Record<string, string>>
  readonly answer: string
  readonly answerCharacters: number
  readonly exchanges: readonly {
    readonly request: string
    readonly requestCharacters: number
    readonly answer: string | null
    readonly answerCharacters: number
    readonly why: string | null
  }[]
  /** How many exchanges were omitted. */
  readonly exchangesLeftOut: number
  /** How a query was run. */
  readonly plan: string | null
}

/** A failed item in a request succeeding as a whole. */
export interface ItemFailureRow {
  readonly operation: string | null
  readonly entity: string | null
  readonly status: number
  readonly code: string
  readonly field: string | null
}

/** A row. What is undefined is null in the table. */
export interface RequestRow {
  readonly id: string
  readonly traceId: string
  readonly realmId: RealmId
  readonly clientId: string | undefined
  readonly source: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly entity: string | null
  readonly status: number
  readonly code: string | undefined
  readonly field: string | undefined
  readonly warnings: readonly string[] | undefined
  readonly itemFailures: readonly ItemFailureRow[] | undefined
  readonly requestId: string | undefined
  readonly queryText: string | undefined
  readonly totalMs: number
  readonly queueMs: number | undefined
  readonly gatewayMs: number | undefined
  readonly desktopMs: number | undefined
  readonly bodies: LoggedBodies | undefined
}

/** The size of the bodies stored for a realm, in bytes before database compression. */
export interface StoredBodies {
  readonly realmId: RealmId
  readonly bytes: number
}

const insertStatement = `
  WITH stored AS (
    INSERT INTO logged_request (id, "traceId", "realmId", "orgId", "clientId", source, "createdAt", method, path,
      operation, entity, status, code, field, "requestId", "queryText", "totalMs", "queueMs", "gatewayMs", "desktopMs",
      bodies, "bodyBytes", "itemFailures", warnings)
    SELECT added.id, added."traceId", added."realmId", realm."orgId", added."clientId", added.source, added."createdAt",
      added.method, added.path, added.operation, added.entity, added.status, added.code, added.field, added."requestId",
      added."queryText", added."totalMs", added."queueMs", added."gatewayMs", added."desktopMs",
      added.bodies, pg_column_size(added.bodies), added."itemFailures", added.warnings
    FROM jsonb_to_recordset($1::jsonb) AS added(id uuid, "traceId" text, "realmId" bpchar, "clientId" text,
      source text, "createdAt" timestamptz, method text, path text, operation text, entity text, status int, code text,
      field text, "requestId" text, "queryText" text, "totalMs" float8, "queueMs" float8, "gatewayMs" float8,
      "desktopMs" float8, bodies jsonb, "itemFailures" jsonb, warnings jsonb)
    JOIN realm ON realm.id = added."realmId" LEFT JOIN realm_settings AS settings ON settings."realmId" = realm.id
    WHERE CASE settings.values->>'logsRequests'
      WHEN 'none' THEN false
      WHEN 'failures' THEN added.status >= 400 OR added."itemFailures" IS NOT NULL OR added.warnings IS NOT NULL
        OR hashtext(added."traceId") % 100 = 0
      ELSE true END
    RETURNING "realmId", "bodyBytes")
  SELECT "realmId", sum("bodyBytes")::float8 AS bytes FROM stored WHERE "bodyBytes" IS NOT NULL GROUP BY "realmId"`

/**
 * Inserts rows, except for deleted realms and those that the realm's setting `logsRequests` omits. Returns what was stored of their bodies.
 *
 * @param rows a JSON array of `RequestRow`
 */
export function insertRequests(database: Database, rows: string): Promise<readonly StoredBodies[]> {
  return queryPrepared(database, 'insert-requests', { text: insertStatement, values: [rows] })
}

const bodies: ExpiringRows = {
  table: 'logged_request',
  column: 'createdAt',
  keptMs: 0,
  where: 'bodies IS NOT NULL',
  key: 'id',
  erases: ['bodies', 'queryText'],
}

/** Deletes bodies up to this time. Their requests stay. */
export function deleteOldBodies(database: Database, before: Date): Promise<void> {
  return sweepExpired(database, bodies, before)
}

/** Deletes a realm's oldest bodies until at most `maxBytes` bytes are left. Their requests stay. */
export async function deleteBodiesAbove(
  database: Database,
  realmId: RealmId,
  maxBytes: number,
  options?: SweepOptions,
): Promise<void> {
  // Reads the newest ones only, until they have too many bytes.
  const [newest] = await database.$queryRaw<{ createdAt: Date }[]>`
    SELECT "createdAt" FROM (
      SELECT "createdAt", sum("bodyBytes") OVER (ORDER BY "createdAt" DESC) AS total
      FROM logged_request WHERE "realmId" = ${realmId} AND bodies IS NOT NULL
    ) AS counted
    WHERE total > ${maxBytes} ORDER BY "createdAt" DESC LIMIT 1`
  if (newest !== undefined) await sweepExpired(database, { ...bodies, realmId }, newest.createdAt, options)
}
