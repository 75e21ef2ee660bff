import type { Database } from '@bridge/database'
import type { OwnedRealmId } from '@bridge/identity/access/owned'

export function findProposalRealm(database: Database, id: OwnedRealmId<'member'>) {
  return database.realm.findUniqueOrThrow({ where: { id }, select: { kind: true } })
}
