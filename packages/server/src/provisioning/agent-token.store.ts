import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { OwnedRealmId } from './membership.ts'

interface NewAgentToken {
  readonly realmId: OwnedRealmId<'admin'>
  readonly label: string
  readonly tokenHash: string
  readonly createdAt: Date
}

/** Inserts the token; nothing where the realm is a sandbox. */
export const insertAgentToken = (database: Database, token: NewAgentToken, actorId: string | undefined) =>
  database.$transaction(async (transaction) => {
    const realm = await transaction.realm.findUniqueOrThrow({
      where: { id: token.realmId },
      select: { kind: true, orgId: true },
    })
    if (realm.kind === 'sandbox') return undefined
    const row = await transaction.agentToken.create({ data: token, select: { id: true, label: true } })
    await recordAudit(transaction, {
      orgId: realm.orgId,
      actorKind: actorId === undefined ? 'system' : 'user',
      actorId,
      action: 'agent-token.create',
      resourceKind: 'agent-token',
      resourceId: row.id,
      createdAt: token.createdAt,
    })
    return row
  })
