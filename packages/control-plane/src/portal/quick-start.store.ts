import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

interface NewConnection {
  readonly orgId: OwnedOrgId
  readonly caller: Caller
  readonly clientId: string
  readonly realmId: RealmId
  readonly scope: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Inserts a connection with an access token and no refresh token: it ends with the token, or with the caller's
 * membership. Returns `role-changed` if that has ended since the request was authorized.
 */
export function insertConnection(database: Database, connection: NewConnection) {
  return database.$transaction(async (transaction) => {
    const { orgId, caller, clientId, realmId, scope, tokenHash, createdAt, expiresAt } = connection
    if (!(await lockMemberships(transaction, orgId, caller.userId, { isShared: true }))) return 'role-changed'
    const { id } = await transaction.connection.create({
      data: {
        clientId,
        realmId,
        scope,
        issuerId: caller.userId,
        createdAt,
        accessTokens: { create: { tokenHash, createdAt, expiresAt } },
      },
      select: { id: true },
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'connection.create',
      resource: 'connection',
      resourceId: id,
      at: createdAt,
    })
    return 'done'
  })
}
