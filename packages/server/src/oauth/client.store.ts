import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** The client with this id, with its redirect URIs and the names that the consent page shows. */
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
      org: { select: { name: true } },
    },
  })
}

/** The realm, where it belongs to the organization. */
export async function findRealmOf(database: Database, orgId: string, realmId: RealmId) {
  const realm = await database.realm.findFirst({ where: { id: realmId, orgId }, select: { name: true, kind: true } })
  return realm && { ...realm, id: realmId }
}
