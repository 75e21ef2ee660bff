import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** A client's requests to a realm on a UTC day. */
export interface UsageRow {
  readonly day: Date
  readonly realmId: RealmId
  readonly clientId: string
  readonly requests: number
  readonly errors: number
}

/** Finds the requests and errors to an organization's production realms since a UTC day, oldest first. */
export async function findUsage(database: Database, orgId: OwnedOrgId<'viewer'>, since: Date): Promise<UsageRow[]> {
  const rows = await database.usageDay.findMany({
    where: { realm: { orgId, kind: 'production' }, day: { gte: since } },
    orderBy: [{ day: 'asc' }, { realmId: 'asc' }, { clientId: 'asc' }],
  })
  return rows.map((row) => ({ ...row, realmId: requireRealmId(row.realmId) }))
}

/** Finds an organization's production realm and client names by ID. */
export async function findNames(database: Database, orgId: OwnedOrgId<'viewer'>): Promise<ReadonlyMap<string, string>> {
  const columns = { id: true, name: true } as const
  const [realms, clients] = await Promise.all([
    database.realm.findMany({ where: { orgId, kind: 'production' }, select: columns }),
    database.oAuthClient.findMany({ where: { orgId }, select: columns }),
  ])
  return new Map([...realms, ...clients].map(({ id, name }) => [id, name]))
}

export async function findSlug(database: Database, orgId: OwnedOrgId<'viewer'>): Promise<string | undefined> {
  return (await database.organization.findUnique({ where: { id: orgId }, select: { slug: true } }))?.slug
}
