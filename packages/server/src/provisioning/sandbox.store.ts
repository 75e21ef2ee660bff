import type { Database } from '@bridge/database'
import { recordAudit } from '../operation/audit.store.ts'
import type { Caller } from '../operation/caller.ts'
import type { Owned, OwnedRealmId } from '../operation/owned.ts'

/** Finds the kind of a realm: sandbox or production. */
export async function findRealmKind(database: Database, id: OwnedRealmId) {
  return (await database.realm.findUniqueOrThrow({ where: { id }, select: { kind: true } })).kind
}

/** Records a change to a sandbox in the transaction that makes it. */
export function recordSandboxEvent(
  database: Pick<Database, 'auditEvent'>,
  { id, orgId }: Owned<'realm'>,
  action: 'sandbox.reset' | 'sandbox.faults',
  details: Readonly<Record<string, string | number | boolean | null>>,
  caller: Caller,
  at: Date,
) {
  return recordAudit(database, { orgId, caller, action, resource: 'realm', resourceId: id, at, details })
}
