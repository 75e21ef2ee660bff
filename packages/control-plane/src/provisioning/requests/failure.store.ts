import { type Database, Prisma } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { slotMs } from './logged-request.store.ts'
import { toConditions, toFailureConditions } from './request-conditions.ts'
import type { RequestFilter } from './request-filter.ts'

/** Requests failing in the same way, or with an item failing so. */
export interface FailureRow {
  readonly code: string
  readonly operation: string | null
  readonly entity: string | null
  readonly field: string | null
  readonly clientId: string | null
  readonly clientName: string | null
  readonly status: number
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
  /** The latest one. */
  readonly sampleId: string
}

/** Which kinds of failures to return. With `codes`, a kind has an operation. */
interface Kinds {
  readonly codes?: readonly string[]
  readonly limit: number
}

/**
 * Groups failed requests and failed items by code, entity, field and client, the most frequent first. Adds up
 * half-hours; reads the log only for a filter that these do not know.
 */
export function findFailures(database: Database, orgId: OwnedOrgId, filter: RequestFilter, kinds: Kinds) {
  const { since, until, clientId, operation, entity, code, field, ...others } = filter
  const isCounted =
    Object.values(others).every((value) => value === undefined) &&
    [since, until].every((time) => (time?.getTime() ?? 0) % slotMs === 0)
  return isCounted ? findCounted(database, orgId, filter, kinds) : findLogged(database, orgId, filter, kinds)
}

/** Finds the latest request of each kind in its last half-hour, by an index for each of the two ways to fail. */
function findCounted(database: Database, orgId: OwnedOrgId, filter: RequestFilter, { codes, limit }: Kinds) {
  const { since, until, clientId } = filter
  const conditions = [
    Prisma.sql`"orgId" = ${orgId}`,
    since && Prisma.sql`at >= ${since}`,
    until && Prisma.sql`at < ${until}`,
    clientId !== undefined && Prisma.sql`"clientId" = ${clientId}`,
    codes && Prisma.sql`code = ANY(${[...codes]})`,
    toFailureConditions(filter),
    Prisma.sql`count > 0`,
  ].filter((condition) => typeof condition === 'object')
  const operation = codes === undefined ? Prisma.sql`NULL::text` : Prisma.sql`nullif(operation, '')`
  const hasOperation =
    codes === undefined ? Prisma.empty : Prisma.sql`AND operation IS NOT DISTINCT FROM found.operation`
  const item = Prisma.sql`jsonb_build_object('code', found.code, 'entity', found.entity, 'field', found.field)
    ${codes === undefined ? Prisma.empty : Prisma.sql`|| jsonb_build_object('operation', found.operation)`}`
  const inLastSlot = Prisma.sql`"orgId" = ${orgId} AND "clientId" IS NOT DISTINCT FROM found."clientId"
    AND "createdAt" BETWEEN date_bin('30 minutes', found."lastAt", '2026-01-01T00:00:00Z') AND found."lastAt"`
  return database.$queryRaw<FailureRow[]>`
    SELECT found.*, client.name AS "clientName", latest."createdAt" AS "lastAt", latest.id::text AS "sampleId" FROM (
      SELECT code, ${operation} AS operation, nullif(entity, '') AS entity, nullif(field, '') AS field,
        nullif("clientId", '') AS "clientId", max(status) AS status, sum(count)::int AS count,
        min("firstAt") AS "firstAt", max("lastAt") AS "lastAt"
      FROM failure_count WHERE ${Prisma.join(conditions, ' AND ')}
      GROUP BY 1, 2, 3, 4, 5 ORDER BY count DESC, "lastAt" DESC LIMIT ${limit}
    ) AS found LEFT JOIN oauth_client AS client ON client.id = found."clientId", LATERAL (
      SELECT id, "createdAt" FROM (
        (SELECT id, "createdAt" FROM logged_request
          WHERE ${inLastSlot} AND code = found.code ${hasOperation}
            AND entity IS NOT DISTINCT FROM found.entity AND field IS NOT DISTINCT FROM found.field
          ORDER BY "createdAt" DESC, id DESC LIMIT 1)
        UNION ALL
        (SELECT id, "createdAt" FROM logged_request
          WHERE ${inLastSlot} AND "itemFailures" IS NOT NULL AND "itemFailures" @> jsonb_build_array(${item})
          ORDER BY "createdAt" DESC, id DESC LIMIT 1)
      ) AS either ORDER BY "createdAt" DESC, id DESC LIMIT 1
    ) AS latest
    ORDER BY count DESC, latest."createdAt" DESC`
}

function findLogged(database: Database, orgId: OwnedOrgId, filter: RequestFilter, { codes, limit }: Kinds) {
  const codeCondition = codes === undefined ? Prisma.empty : Prisma.sql`AND failed.code = ANY(${[...codes]})`
  const operation = codes === undefined ? Prisma.sql`NULL::text` : Prisma.sql`failed.operation`
  // The latest request has the greatest time and ID text.
  return database.$queryRaw<FailureRow[]>`
    SELECT found.*, client.name AS "clientName" FROM (
      SELECT failed.code, ${operation} AS operation, failed.entity, failed.field, request."clientId",
        max(failed.status) AS status, count(DISTINCT request.id)::int AS count,
        min(request."createdAt") AS "firstAt", max(request."createdAt") AS "lastAt",
        right(max(to_char(request."createdAt" AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSMS') || request.id::text), 36)
          AS "sampleId"
      FROM (
        SELECT * FROM logged_request
        WHERE ${toConditions({ orgId }, filter)} AND (code IS NOT NULL OR "itemFailures" IS NOT NULL)
      ) AS request, LATERAL (
        SELECT * FROM list_failures(request.code, request.status, request.operation, request.entity, request.field,
          request."itemFailures")
        WHERE ${toFailureConditions(filter)}
      ) AS failed
      WHERE true ${codeCondition}
      GROUP BY 1, 2, 3, 4, 5 ORDER BY count DESC, "lastAt" DESC LIMIT ${limit}
    ) AS found LEFT JOIN oauth_client AS client ON client.id = found."clientId"
    ORDER BY count DESC, "lastAt" DESC`
}

/** Returns which of these kinds of failures the half-hours before a time have, by their place. */
export async function findKnownFailures(
  database: Database,
  orgId: OwnedOrgId,
  failures: readonly Pick<FailureRow, 'code' | 'entity' | 'field'>[],
  before: Date,
): Promise<ReadonlySet<number>> {
  const column = (name: 'code' | 'entity' | 'field') => failures.map((failure) => failure[name] ?? '')
  const rows = await database.$queryRaw<{ readonly place: number }[]>`
    SELECT DISTINCT (place - 1)::int AS place
    FROM failure_count AS counted
    JOIN unnest(${column('code')}::text[], ${column('entity')}::text[], ${column('field')}::text[])
      WITH ORDINALITY AS wanted (code, entity, field, place) USING (code, entity, field)
    WHERE counted."orgId" = ${orgId} AND counted.at <= ${before}::timestamptz - interval '30 minutes' AND counted.count > 0`
  return new Set(rows.map(({ place }) => place))
}
