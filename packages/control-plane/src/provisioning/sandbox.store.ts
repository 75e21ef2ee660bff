import type { Database } from '@bridge/database'
import type { OwnedRealmId } from '@bridge/identity/access/owned'

/** Finds a realm's kind: sandbox or production. Undefined for one deleted in the meantime. */
export async function findRealmKind(database: Database, id: OwnedRealmId) {
  return (await database.realm.findUnique({ where: { id }, select: { kind: true } }))?.kind
}
