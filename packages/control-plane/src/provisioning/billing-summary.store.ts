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
  realm: { key: Prisma.sql`usage."realmId"::text`, name: Prisma.sql`realm.name` },
  client: {
    key: Prisma.sql`usage."clientId"`,
    name: Prisma.sql`(SELECT client.name FROM oauth_client AS client WHERE client.id = usage."clientId" AND client."orgId" = realm."orgId")`,
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
    FROM usage_day AS usage JOIN realm ON realm.id = usage."realmId"
    WHERE realm."orgId" = ${orgId} AND realm.kind = 'production' AND usage.day >= ${since}::date
    GROUP BY 1 ORDER BY requests DESC, key`
}

export async function findSlug(database: Database, orgId: OwnedOrgId<'viewer'>): Promise<string | undefined> {
  return (await database.organization.findUnique({ where: { id: orgId }, select: { slug: true } }))?.slug
}
