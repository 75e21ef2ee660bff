import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned, OwnedRealmId } from '@bridge/identity/access/owned'

export function findRealm(database: Database, id: OwnedRealmId) {
  return database.realm.findUniqueOrThrow({ where: { id }, select: { name: true, kind: true } })
}

/** Finds until when a session may write to a realm. */
export async function findPermission(
  database: Database,
  sessionId: string,
  realmId: OwnedRealmId,
  now: Date,
): Promise<Date | undefined> {
  const row = await database.explorerPermission.findFirst({
    where: { sessionId, realmId, expiresAt: { gt: now } },
    select: { expiresAt: true },
  })
  return row?.expiresAt
}

interface PermissionChange {
  readonly sessionId: string
  readonly caller: Caller
  readonly at: Date
}

/** Allows a session to write to a realm. */
export function insertPermission(
  database: Database,
  { id, orgId }: Owned<'realm', 'admin'>,
  { sessionId, caller, at, expiresAt }: PermissionChange & { readonly expiresAt: Date },
) {
  return database.$transaction(async (transaction) => {
    const times = { createdAt: at, expiresAt }
    await transaction.explorerPermission.upsert({
      where: { sessionId_realmId: { sessionId, realmId: id } },
      create: { sessionId, realmId: id, ...times },
      update: times,
      select: { sessionId: true },
    })
    const details = { until: expiresAt.toISOString() }
    const audit = { orgId, caller, at, resource: 'realm', resourceId: id } as const
    await recordAudit(transaction, { ...audit, action: 'explorer.allow_writes', details })
  })
}

/** Ends a session's permission, if it has one. */
export function deletePermission(
  database: Database,
  { id, orgId }: Owned<'realm'>,
  { sessionId, caller, at }: PermissionChange,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.explorerPermission.deleteMany({ where: { sessionId, realmId: id } })
    const audit = { orgId, caller, at, resource: 'realm', resourceId: id } as const
    if (count > 0) await recordAudit(transaction, { ...audit, action: 'explorer.end_writes' })
  })
}
