import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned, OwnedRealmId } from '@bridge/identity/access/owned'

interface NewAgentToken {
  readonly realmId: OwnedRealmId<'admin'>
  readonly label: string
  readonly tokenHash: string
  readonly createdAt: Date
}

/** Inserts the token, unless the realm is a sandbox. */
export function insertAgentToken(database: Database, token: NewAgentToken, caller: Caller) {
  return database.$transaction(async (transaction) => {
    const realm = await transaction.realm.findUniqueOrThrow({
      where: { id: token.realmId },
      select: { kind: true, orgId: true },
    })
    if (realm.kind === 'sandbox') return undefined
    const row = await transaction.agentToken.create({ data: token, select: { id: true, label: true } })
    await recordAudit(transaction, {
      orgId: realm.orgId,
      caller,
      action: 'agent-token.create',
      resource: 'agent-token',
      resourceId: row.id,
      at: token.createdAt,
    })
    return row
  })
}

/** Revokes the token, once. */
export function revokeAgentToken(
  database: Database,
  { id, orgId }: Owned<'agent-token', 'admin'>,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.agentToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const audited = {
      orgId,
      caller,
      action: 'agent-token.revoke',
      resource: 'agent-token',
      resourceId: id,
      at,
    } as const
    await recordAudit(transaction, audited)
  })
}
