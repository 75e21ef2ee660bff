import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Finds a client with its redirect URIs, secrets and names. */
export function findClient(database: Database, clientId: string) {
  return database.oAuthClient.findUnique({
    where: { id: clientId },
    select: {
      id: true,
      orgId: true,
      name: true,
      redirectUris: true,
      secretHash: true,
      formerSecretHash: true,
      formerSecretUntil: true,
      org: { select: { name: true, slug: true } },
    },
  })
}

/** Finds a realm in the organization. */
export async function findOrganizationRealm(database: Database, orgId: string, realmId: RealmId) {
  const realm = await database.realm.findFirst({ where: { id: realmId, orgId }, select: { name: true, kind: true } })
  return realm && { ...realm, id: realmId }
}

/** Finds an organization's realms by name. */
export async function findOrganizationRealms(database: Database, orgId: string, maxRealms: number) {
  const realms = await database.realm.findMany({
    where: { orgId },
    select: { id: true, name: true, kind: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: maxRealms,
  })
  return realms.map((realm) => ({ ...realm, id: requireRealmId(realm.id) }))
}
