import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { connectorSeenAt, isLiveConnectorLease, isLiveLease } from '@bridge/data-plane/desktop/live-lease'
import type { ConnectionFacts, TransportChange } from '@bridge/data-plane/realms/get-realm-state'
import { type Database, Prisma, queryPrepared, type RealmStateGroup } from '@bridge/database'
import type { OwnedOrgId, OwnedRealmId } from '@bridge/identity/access/owned'

/** The facts about a realm's connection and its calls. */
export interface StatusRow extends ConnectionFacts {
  readonly id: RealmId
  readonly orgId: string
  readonly name: string
  /** Whether a Web Connector with a valid credential polls. */
  readonly connected: boolean
  readonly agentVersion: string | null
  readonly agentTokenId: string | null
  readonly agentTokenLabel: string | null
  readonly companyFile: string | null
  /** The company file open in the Web Connector's latest run. */
  readonly connectorFile: string | null
  /** When the Web Connector ended, unless its gateway ended without a word. */
  readonly connectorEndedAt: Date | null
  /** The latest Web Connector credential's problem. */
  readonly connectorProblem: string | null
  readonly connectorSharedAt: Date | null
  readonly companyName: string | null
  readonly product: string | null
  readonly version: string | null
  readonly readAt: Date | null
  readonly lastCallAt: Date | null
  /** Failed requests in the last 24 hours. */
  readonly failures: number
}

const hours = Prisma.sql`make_interval(hours => 24)`

/**
 * SQL for the status of rows `realm`. One statement, because lists are read often; each realm costs two index look-ups
 * in the request log.
 */
function selectStatus(now: Date, realms: Prisma.Sql, more: Prisma.Sql = Prisma.empty) {
  return Prisma.sql`
    SELECT ${more} realm.id, realm."orgId", realm.name, realm.kind::text AS kind, realm."createdAt",
      COALESCE(${isLiveLease}, false) AS "hasLiveLease", lease.condition::text AS condition, lease."conditionSince",
      lease."connectedAt", lease."lastSeenAt", lease."endedAt", lease."replacedAgent", lease."agentVersion",
      lease."agentTokenId", lease."companyFile", token.label AS "agentTokenLabel", token."revokedAt" AS "tokenRevokedAt",
      facts."companyName", facts.product, facts.version, facts."readAt",
      COALESCE(connector."isLive", false) AS connected,
      CASE WHEN connector."isLive" THEN connector.condition END AS "connectorCondition",
      CASE WHEN connector."isLive" THEN connector.since END AS "connectorSince",
      connector."seenAt" AS "connectorSeenAt", connector."endedAt" AS "connectorEndedAt",
      connector."companyFile" AS "connectorFile", connector.problem AS "connectorProblem",
      connector."sharedAt" AS "connectorSharedAt", connector."revokedAt" AS "connectorRevokedAt",
      (SELECT max(call."createdAt") FROM logged_request AS call WHERE call."realmId" = realm.id) AS "lastCallAt",
      (SELECT count(*)::int FROM logged_request AS call
        WHERE call."realmId" = realm.id AND call.status >= 400 AND call."createdAt" > ${now}::timestamptz - ${hours}) AS failures
    FROM ${realms}
      LEFT JOIN realm_session AS lease ON lease."realmId" = realm.id
      LEFT JOIN agent_token AS token ON token.id = lease."agentTokenId"
      LEFT JOIN LATERAL (
        SELECT ${isLiveConnectorLease} AS "isLive", lease.condition::text AS condition,
          GREATEST(lease."liveSince", lease."conditionSince") AS since, ${connectorSeenAt} AS "seenAt",
          lease."endedAt", lease."companyFile", used.problem, used."sharedAt", used."revokedAt"
        FROM connector_session AS lease LEFT JOIN connector_credential AS used ON used.id = lease."credentialId"
        WHERE lease."realmId" = realm.id
      ) AS connector ON true
      LEFT JOIN company_facts AS facts ON facts."realmId" = realm.id`
}

type Row = Omit<StatusRow, 'id'> & { readonly id: string }

/** The order of a list of realms. `created` is production first, then oldest first; `state` is those in trouble first. */
export const realmSorts = ['created', 'name', '-name', 'state'] as const

/** A place in an organization's list of realms, in any order. */
export interface RealmPosition {
  readonly id: string
  readonly isSandbox: boolean
  readonly createdAt: Date
  /** The name in lower case. */
  readonly listedName: string
  readonly stateGroup: RealmStateGroup
}

/** Which realms of an organization, at most `limit`. */
export interface RealmPage {
  readonly limit: number
  readonly sort: (typeof realmSorts)[number]
  /** The previous page's last realm. */
  readonly after?: RealmPosition | undefined
  readonly kind?: 'sandbox' | 'production' | undefined
  readonly group?: RealmStateGroup | undefined
  /** Part of the name or of the open company file's name, or the beginning of the ID. */
  readonly search?: string | undefined
}

interface Order {
  readonly columns: Prisma.Sql
  readonly isAfter: (position: RealmPosition) => Prisma.Sql
}

/** Each order follows an index of `realm_listing`. */
const orders: Readonly<Record<RealmPage['sort'], Order>> = {
  created: {
    columns: Prisma.sql`listing."isSandbox", listing."createdAt", listing."realmId"`,
    isAfter: ({ isSandbox, createdAt, id }) =>
      Prisma.sql`(listing."isSandbox", listing."createdAt", listing."realmId") > (${isSandbox}, ${createdAt}, ${id})`,
  },
  name: {
    columns: Prisma.sql`listing.name, listing."realmId"`,
    isAfter: ({ listedName, id }) => Prisma.sql`(listing.name, listing."realmId") > (${listedName}, ${id})`,
  },
  '-name': {
    columns: Prisma.sql`listing.name DESC, listing."realmId" DESC`,
    isAfter: ({ listedName, id }) => Prisma.sql`(listing.name, listing."realmId") < (${listedName}, ${id})`,
  },
  state: {
    columns: Prisma.sql`listing."stateGroup", listing.name, listing."realmId"`,
    isAfter: ({ stateGroup, listedName, id }) =>
      Prisma.sql`(listing."stateGroup", listing.name, listing."realmId") >
        (${stateGroup}::"RealmStateGroup", ${listedName}, ${id})`,
  },
}

const likeWildcards = /[\\%_]/g

/** A realm of a list, with its place there. */
export interface ListedStatusRow extends StatusRow, RealmPosition {
  readonly id: RealmId
}

/** Finds the status of the organization's realms. Reads the page's realms only, whatever the order. */
export async function findOrganizationStatus(
  database: Database,
  orgId: OwnedOrgId<'viewer'>,
  { limit, sort, after, kind, group, search }: RealmPage,
  now: Date,
): Promise<ListedStatusRow[]> {
  const text = search?.replaceAll(likeWildcards, '\\$&')
  const { columns, isAfter } = orders[sort]
  const conditions = [
    Prisma.sql`listing."orgId" = ${orgId}`,
    kind && Prisma.sql`listing."isSandbox" = ${kind === 'sandbox'}`,
    group && Prisma.sql`listing."stateGroup" = ${group}::"RealmStateGroup"`,
    after && isAfter(after),
    text !== undefined &&
      Prisma.sql`(listing.name LIKE lower(${`%${text}%`}) OR listing."realmId" LIKE ${`${text}%`} OR EXISTS (
        SELECT FROM realm_session AS opened
        WHERE opened."realmId" = listing."realmId" AND opened."companyFile" ILIKE ${`%${text}%`}))`,
  ].filter((condition) => typeof condition === 'object')
  const listing = Prisma.sql`(SELECT * FROM realm_listing AS listing
      WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY ${columns} LIMIT ${limit}) AS listing
      JOIN realm ON realm.id = listing."realmId"`
  const places = Prisma.sql`listing."isSandbox", listing.name AS "listedName", listing."stateGroup"::text AS "stateGroup",`
  const statement = Prisma.sql`${selectStatus(now, listing, places)} ORDER BY ${columns}`
  const rows = await (conditions.length === 1
    ? queryPrepared<Omit<ListedStatusRow, 'id'> & { readonly id: string }>(database, `find-status-${sort}`, statement)
    : database.$queryRaw<(Omit<ListedStatusRow, 'id'> & { readonly id: string })[]>(statement))
  return rows.map((row) => ({ ...row, id: requireRealmId(row.id) }))
}

/** Counts an organization's realms by group, each up to a maximum. */
export async function countRealmGroups(
  database: Database,
  orgId: OwnedOrgId<'viewer'>,
  max: number,
): Promise<ReadonlyMap<RealmStateGroup, number>> {
  const rows = await database.$queryRaw<{ readonly group: RealmStateGroup; readonly count: number }[]>`
    SELECT each."group"::text AS "group", counted.count
    FROM unnest(enum_range(NULL::"RealmStateGroup")) AS each("group"), LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT FROM realm_listing AS listing
        WHERE listing."orgId" = ${orgId} AND listing."stateGroup" = each."group"
        LIMIT ${max}
      ) AS few
    ) AS counted`
  return new Map(rows.map(({ group, count }) => [group, count]))
}

export async function findRealmStatus(
  database: Database,
  id: OwnedRealmId<'viewer'>,
  now: Date,
): Promise<StatusRow | undefined> {
  const [row] = await database.$queryRaw<Row[]>(
    Prisma.sql`${selectStatus(now, Prisma.sql`realm`)} WHERE realm.id = ${id}`,
  )
  return row && { ...row, id: requireRealmId(row.id) }
}

export async function findLastFailure(database: Database, realmId: OwnedRealmId<'viewer'>) {
  const [row] = await database.$queryRaw<
    {
      readonly id: string
      readonly traceId: string
      readonly createdAt: Date
      readonly method: string
      readonly path: string
      readonly status: number
      readonly code: string | null
    }[]
  >`
    SELECT id, "traceId", "createdAt", method, path, status, code FROM logged_request
    WHERE "realmId" = ${realmId} AND status >= 400 ORDER BY "createdAt" DESC LIMIT 1`
  return row
}

/** Counts a realm's requests and failures by hour. Hours without a request are missing. */
export function countByHour(database: Database, realmId: OwnedRealmId<'viewer'>, since: Date) {
  return database.$queryRaw<{ readonly hour: Date; readonly calls: number; readonly failures: number }[]>`
    SELECT hour, sum(calls)::int AS calls, sum(failures)::int AS failures FROM (
      SELECT date_trunc('hour', "createdAt", 'UTC') AS hour, count(*) AS calls, 0 AS failures
      FROM logged_request WHERE "realmId" = ${realmId} AND "createdAt" >= ${since} GROUP BY 1
      UNION ALL
      SELECT date_trunc('hour', "createdAt", 'UTC'), 0, count(*)
      FROM logged_request WHERE "realmId" = ${realmId} AND "createdAt" >= ${since} AND status >= 400 GROUP BY 1
    ) AS counted GROUP BY hour ORDER BY hour`
}

/** Finds a realm's connection changes, newest first. */
export function findConnectionChanges(database: Database, realmId: OwnedRealmId<'viewer'>, since: Date, limit: number) {
  return database.connectionChange.findMany({
    where: { realmId, at: { gte: since } },
    select: { at: true, transport: true, condition: true, companyFile: true, agentVersion: true, reason: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** Finds each transport's last change before a time. */
export function findChangesBefore(database: Database, realmId: OwnedRealmId<'viewer'>, before: Date) {
  return database.$queryRaw<TransportChange[]>`
    SELECT DISTINCT ON (transport) at, transport::text AS transport, condition::text AS condition, reason
    FROM connection_change WHERE "realmId" = ${realmId} AND at < ${before} ORDER BY transport, at DESC, id DESC`
}

/** Stores what a check found in the company file. */
export async function storeCompanyFacts(
  database: Database,
  facts: {
    readonly realmId: OwnedRealmId<'viewer'>
    readonly companyName: string | null
    readonly product: string | null
    readonly version: string | null
    readonly readAt: Date
  },
): Promise<void> {
  const { realmId, ...found } = facts
  await database.companyFacts.upsert({
    where: { realmId },
    create: facts,
    update: found,
    select: { realmId: true },
  })
}
