import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { recordAudit, recordRepeatedAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned, OwnedOrgId } from '@bridge/identity/access/owned'
import { type RequestScope, toConditions } from './request-conditions.ts'
import type { RequestFilter } from './request-filter.ts'

/** A logged request without its bodies. */
export interface LoggedRequestRow {
  readonly id: string
  readonly traceId: string
  readonly realmId: RealmId
  readonly realmName: string
  readonly clientId: string | null
  /** Null for a deleted client. */
  readonly clientName: string | null
  readonly source: string
  readonly createdAt: Date
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly entity: string | null
  readonly status: number
  readonly code: string | null
  readonly field: string | null
  /** A batch's failed items, or a change request's failed entities. */
  readonly failedItems: number
  readonly requestId: string | null
  readonly queryText: string | null
  readonly totalMs: number
  readonly queueMs: number | null
  readonly gatewayMs: number | null
  readonly desktopMs: number | null
}

/** A logged request with what its detail needs. */
export interface LoggedRequestDetail {
  readonly line: LoggedRequestRow
  readonly realmKind: 'sandbox' | 'production'
  /** A success's warnings. */
  readonly warnings: readonly string[]
  readonly bodies: Prisma.JsonValue
  /** Whether there were bodies, which may have been deleted since. */
  readonly hadBodies: boolean
}

const columns = Prisma.sql`
  found.id::text AS id, found."traceId", found."realmId", realm.name AS "realmName", found."clientId",
  client.name AS "clientName", found.source, found."createdAt", found.method, found.path, found.operation,
  found.entity, found.status, found.code, found.field,
  coalesce(jsonb_array_length(found."itemFailures"), 0) AS "failedItems", found."requestId", found."queryText", found."totalMs",
  found."queueMs", found."gatewayMs", found."desktopMs"`

const joins = Prisma.sql`
  JOIN realm ON realm.id = found."realmId" LEFT JOIN oauth_client AS client ON client.id = found."clientId"`

/** Finds requests, newest first, after the previous page's last one, `before`. */
export function findRequests(
  database: Database,
  scope: RequestScope,
  filter: RequestFilter,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
) {
  const conditions = toConditions(scope, filter)
  const isOlder =
    before === undefined
      ? Prisma.empty
      : Prisma.sql`AND ("createdAt", id) <
          (SELECT "createdAt", id FROM logged_request WHERE id = ${before}::uuid AND ${toConditions(scope, {})})`
  return database.$queryRaw<LoggedRequestRow[]>`
    SELECT ${columns} FROM (
      SELECT * FROM logged_request WHERE ${conditions} ${isOlder}
      ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}
    ) AS found ${joins}
    ORDER BY found."createdAt" DESC, found.id DESC`
}

/** Finds a request in the scope, with its bodies. */
export async function findRequest(
  database: Database,
  scope: RequestScope,
  id: string,
): Promise<LoggedRequestDetail | undefined> {
  const [row] = await database.$queryRaw<(LoggedRequestRow & Omit<LoggedRequestDetail, 'line'>)[]>`
    SELECT ${columns}, coalesce(found.warnings, '[]'::jsonb) AS warnings, found.bodies,
      found."bodyBytes" IS NOT NULL AS "hadBodies", realm.kind::text AS "realmKind" FROM (
      SELECT * FROM logged_request WHERE id = ${id}::uuid AND ${toConditions(scope, {})}
    ) AS found ${joins}`
  if (!row) return undefined
  const { warnings, bodies, hadBodies, realmKind, ...line } = row
  return { line, warnings, bodies, hadBodies, realmKind }
}

/** Finds an organization's first successful request still in the log; without one, its first request. */
export async function findFirstRequest(database: Database, orgId: OwnedOrgId): Promise<LoggedRequestRow | undefined> {
  const findFirst = (condition: Prisma.Sql) => database.$queryRaw<LoggedRequestRow[]>`
    SELECT ${columns} FROM (
      SELECT * FROM logged_request WHERE "orgId" = ${orgId} ${condition} ORDER BY "createdAt", id LIMIT 1
    ) AS found ${joins}`
  const [successful] = await findFirst(Prisma.sql`AND code IS NULL AND status < 400`)
  if (successful) return successful
  const [first] = await findFirst(Prisma.empty)
  return first
}

/** Finds the request with this `X-Request-Id`. */
export async function findRequestByTrace(
  database: Database,
  orgId: OwnedOrgId,
  traceId: string,
): Promise<string | undefined> {
  const row = await database.loggedRequest.findFirst({ where: { orgId, traceId }, select: { id: true } })
  return row?.id
}

/** Records a member replaying a write. */
export function recordReplay(
  database: Database,
  { id, orgId }: Owned<'request'>,
  sent: { readonly realmId: RealmId; readonly requestId: string; readonly traceId: string },
  caller: Caller,
  at: Date,
) {
  const details = { ...sent, replayed: id }
  return recordAudit(database, {
    orgId,
    caller,
    action: 'request.replay',
    resource: 'request',
    resourceId: id,
    at,
    details,
  })
}

/** Records a member reading a request's bodies. */
export function recordBodiesRead(
  database: Database,
  { id, orgId }: { readonly id: string; readonly orgId: OwnedOrgId },
  caller: Caller,
  at: Date,
): Promise<void> {
  const audited = { orgId, caller, action: 'request.read', resource: 'request', resourceId: id } as const
  return recordRepeatedAudit(database, { ...audited, at })
}

/** Request counts for one part of a time range. */
export interface CountedRequests {
  readonly bucket: number
  readonly ok: number
  readonly clientErrors: number
  readonly serverErrors: number
}

/** Requests and failures are counted by half-hours. */
export const slotMs = 30 * 60_000

/**
 * Counts requests by status in parts lasting `stepMs`, from `filter.since` on. Parts without requests are missing. Reads
 * the log only for a filter, or for parts that are no half-hours.
 */
export function countRequests(
  database: Database,
  scope: { readonly orgId: OwnedOrgId },
  filter: RequestFilter & { readonly since: Date; readonly until: Date },
  stepMs: number,
) {
  const { since, until, ...others } = filter
  const isCounted =
    Object.values(others).every((value) => value === undefined) &&
    [since.getTime(), until.getTime(), stepMs].every((ms) => ms % slotMs === 0)
  const toBucket = (time: Prisma.Sql) =>
    Prisma.sql`floor(extract(epoch FROM ${time} - ${since}::timestamptz) / ${stepMs / 1000}::float8)::int`
  return isCounted
    ? database.$queryRaw<CountedRequests[]>`
    SELECT ${toBucket(Prisma.sql`at`)} AS bucket, sum(ok)::int AS ok, sum("clientErrors")::int AS "clientErrors",
      sum("serverErrors")::int AS "serverErrors"
    FROM request_count WHERE "orgId" = ${scope.orgId} AND at >= ${since} AND at < ${until}
    GROUP BY bucket ORDER BY bucket`
    : database.$queryRaw<CountedRequests[]>`
    SELECT ${toBucket(Prisma.sql`"createdAt"`)} AS bucket,
      count(*) FILTER (WHERE status < 400)::int AS ok,
      count(*) FILTER (WHERE status BETWEEN 400 AND 499)::int AS "clientErrors",
      count(*) FILTER (WHERE status >= 500)::int AS "serverErrors"
    FROM logged_request WHERE ${toConditions(scope, filter)}
    GROUP BY bucket ORDER BY bucket`
}

/** Counts the requests to all of an organization's realms since a UTC day. */
export async function countUsage(
  database: Database,
  orgId: OwnedOrgId,
  { clientId, since }: { readonly clientId?: string | undefined; readonly since: Date },
): Promise<number> {
  const ofClient = clientId === undefined ? Prisma.empty : Prisma.sql`AND "clientId" = ${clientId}`
  const [row] = await database.$queryRaw<[{ requests: number }]>`
    SELECT coalesce(sum(requests), 0)::float8 AS requests FROM organization_usage
    WHERE "orgId" = ${orgId} AND day >= ${since}::date ${ofClient}`
  return row.requests
}

const maxPartlyLogged = 1_000

/** Counts the realms whose log omits requests, up to a maximum, or whether this one's does. */
export async function countPartlyLogged(
  database: Database,
  orgId: OwnedOrgId,
  realmId: string | undefined,
): Promise<number> {
  const [row] = await database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM realm_listing WHERE "orgId" = ${orgId} AND "omitsRequests"
        ${realmId === undefined ? Prisma.empty : Prisma.sql`AND "realmId" = ${realmId}`}
      LIMIT ${maxPartlyLogged}
    ) AS few`
  return row.count
}

/**
 * Counts an organization's requests, and those which failed or have failed items. Without a filter, half-hours are
 * added up: all of the one with `filter.since`.
 */
export async function countCalls(database: Database, orgId: OwnedOrgId, filter: RequestFilter) {
  const { since, ...others } = filter
  const [row] = Object.values(others).every((value) => value === undefined)
    ? await database.$queryRaw<[{ calls: number; failures: number }]>`
    SELECT coalesce(sum(ok + "clientErrors" + "serverErrors"), 0)::int AS calls, coalesce(sum(failures), 0)::int AS failures
    FROM request_count WHERE "orgId" = ${orgId} ${since ? Prisma.sql`AND at > ${since}::timestamptz - interval '30 minutes'` : Prisma.empty}`
    : await database.$queryRaw<[{ calls: number; failures: number }]>`
    SELECT count(*)::int AS calls, count(*) FILTER (WHERE code IS NOT NULL OR "itemFailures" IS NOT NULL)::int AS failures
    FROM logged_request WHERE ${toConditions({ orgId }, filter)}`
  return row
}

/** Finds responses still kept, by request ID. */
export async function findFaultResponses(
  database: Database,
  orgId: OwnedOrgId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.$queryRaw<{ id: string; answer: string | null }[]>`
    SELECT id::text AS id, bodies->>'answer' AS answer FROM logged_request
    WHERE "orgId" = ${orgId} AND id = ANY(${[...ids]}::uuid[]) AND bodies IS NOT NULL`
  return new Map(rows.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer] as const])))
}
