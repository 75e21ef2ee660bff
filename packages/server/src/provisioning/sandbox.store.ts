import type { Database } from '@bridge/database'
import type { OwnedRealmId } from '../operation/owned.ts'

/** Finds the kind of a realm: sandbox or production. Undefined for one that was deleted in the meantime. */
export async function findRealmKind(database: Database, id: OwnedRealmId) {
  return (await database.realm.findUnique({ where: { id }, select: { kind: true } }))?.kind
}
