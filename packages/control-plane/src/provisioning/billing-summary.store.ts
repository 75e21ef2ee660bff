import { type Database, Prisma } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** Requests and errors of a day, a company file or an app. */
export interface UsageSum {
  /** `2026-01-31`, or an ID. */
  readonly key: string
  /** The company file's or app's name; null for a day or what was deleted. */
  readonly name: string | null
  readonly requests: number
  readonly errors: number
}

const usageKeys = {
  day: { key: Prisma.sql`usage.day::text`, name: Prisma.sql`NULL::text` },
  client: {
    key: Prisma.sql`usage."clientId"`,
    name: Prisma.sql`(SELECT client.name FROM oauth_client AS client WHERE client.id = usage."clientId" AND client."orgId" = usage."orgId")`,
  },
} as const

/** Adds up the requests and errors to an organization's production realms since a UTC day; the most requests first. */
export function sumUsage(
  database: Database,
  orgId: OwnedOrgId<'viewer'>,
  by: keyof typeof usageKeys,
  since: Date,
): Promise<UsageSum[]> {
  const { key, name } = usageKeys[by]
  return database.$queryRaw<UsageSum[]>`
    SELECT ${key} AS key, max(${name}) AS name, sum(requests)::float8 AS requests, sum(errors)::float8 AS errors
    FROM organization_usage AS usage
    WHERE usage."orgId" = ${orgId} AND NOT usage."isSandbox" AND usage.day >= ${since}::date
    GROUP BY 1 ORDER BY requests DESC, key`
}

/** Adds up the requests and errors of the production realms listed with the most requests. */
export function sumRealmUsage(database: Database, orgId: OwnedOrgId<'viewer'>, limit: number, since: Date) {
  return database.$queryRaw<UsageSum[]>`
    SELECT realm.id AS key, realm.name, sums.requests, sums.errors
    FROM (
      SELECT "realmId" FROM realm_listing WHERE "orgId" = ${orgId} AND NOT "isSandbox"
      ORDER BY "recentRequests" DESC, "realmId" LIMIT ${limit}
    ) AS listed JOIN realm ON realm.id = listed."realmId", LATERAL (
      SELECT sum(requests)::float8 AS requests, sum(errors)::float8 AS errors FROM usage_day
      WHERE usage_day."realmId" = realm.id AND day >= ${since}::date
    ) AS sums
    WHERE sums.requests > 0 ORDER BY sums.requests DESC, realm.id`
}

export async function findSlug(database: Database, orgId: OwnedOrgId<'viewer'>): Promise<string | undefined> {
  return (await database.organization.findUnique({ where: { id: orgId }, select: { slug: true } }))?.slug
}
