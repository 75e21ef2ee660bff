import type { Database } from '@bridge/database'
import type { OwnedOrgId } from './owned.ts'

/** The requests of a client to a realm on a UTC day. */
export interface UsageRow {
  readonly day: Date
  readonly realmId: string
  readonly clientId: string
  readonly requests: number
  readonly errors: number
}

/** Finds the requests and errors to an organization's production realms since a UTC day, oldest first. */
export function findUsage(database: Database, orgId: OwnedOrgId, since: Date): Promise<UsageRow[]> {
  return database.usageDay.findMany({
    where: { realm: { orgId, kind: 'production' }, day: { gte: since } },
    orderBy: [{ day: 'asc' }, { realmId: 'asc' }, { clientId: 'asc' }],
  })
}

/** Finds the names of an organization's production realms and clients by ID. */
export async function findNames(database: Database, orgId: OwnedOrgId): Promise<ReadonlyMap<string, string>> {
  const columns = { id: true, name: true } as const
  const [realms, clients] = await Promise.all([
    database.realm.findMany({ where: { orgId, kind: 'production' }, select: columns }),
    database.oAuthClient.findMany({ where: { orgId }, select: columns }),
  ])
  return new Map([...realms, ...clients].map(({ id, name }) => [id, name]))
}

/** Finds the slug of an organization. */
export async function findSlug(database: Database, orgId: OwnedOrgId): Promise<string | undefined> {
  return (await database.organization.findUnique({ where: { id: orgId }, select: { slug: true } }))?.slug
}
