import type { RealmId } from '@bridge/agent-protocol'
import { type Database, executeStatement } from '@bridge/database'

/** The texts of a call without secrets, in the names of the admin API. */
export interface LoggedBodies {
  /** The query of the URL. */
  readonly query: string
  readonly request: string
  readonly answer: string
  readonly exchanges: readonly {
    readonly request: string
    readonly answer: string | null
    readonly why: string | null
  }[]
  /** The number of exchanges that were omitted. */
  readonly exchangesLeftOut: number
}

export interface RequestRow {
  readonly id: string
  readonly traceId: string
  readonly realmId: RealmId
  /** ISO 8601. */
  readonly createdAt: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly requestId: string | null
  readonly totalMs: number
  readonly queueMs: number | null
  readonly gatewayMs: number | null
  readonly desktopMs: number | null
  readonly bodies: LoggedBodies | null
}

const insertStatement = `
  INSERT INTO logged_request (id, "traceId", "realmId", "createdAt", method, path, status, code, "requestId",
    "totalMs", "queueMs", "gatewayMs", "desktopMs", bodies)
  SELECT added.id, added."traceId", added."realmId", added."createdAt", added.method, added.path, added.status,
    added.code, added."requestId", added."totalMs", added."queueMs", added."gatewayMs", added."desktopMs",
    NULLIF(added.bodies, 'null'::jsonb)
  FROM jsonb_to_recordset($1::jsonb) AS added(id uuid, "traceId" text, "realmId" text,
    "createdAt" timestamptz, method text, path text, status int, code text, "requestId" text, "totalMs" float8,
    "queueMs" float8, "gatewayMs" float8, "desktopMs" float8, bodies jsonb)
  JOIN realm ON realm.id = added."realmId"`

/** Inserts rows, except those of deleted realms. */
export async function insertRequests(database: Database, rows: readonly RequestRow[]): Promise<void> {
  await executeStatement(database, { name: 'insert-requests', text: insertStatement, values: [JSON.stringify(rows)] })
}

/** Deletes old bodies, and requests that are even older. */
export async function deleteOldRequests(
  database: Database,
  { bodiesBefore, requestsBefore }: { readonly bodiesBefore: Date; readonly requestsBefore: Date },
): Promise<void> {
  await database.$executeRaw`DELETE FROM logged_request WHERE "createdAt" < ${requestsBefore}`
  await database.$executeRaw`
    UPDATE logged_request SET bodies = NULL WHERE "createdAt" < ${bodiesBefore} AND bodies IS NOT NULL`
}
