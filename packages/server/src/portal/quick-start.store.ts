import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { recordAudit } from '../operation/audit.store.ts'
import type { Caller } from '../operation/caller.ts'
import type { OwnedOrgId } from '../operation/owned.ts'

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
 * Inserts a connection with an access token and no refresh token, so that it ends with the token, or with
 * the caller's membership.
 */
export function insertConnection(database: Database, connection: NewConnection) {
  return database.$transaction(async (transaction) => {
    const { clientId, realmId, scope, tokenHash, createdAt, expiresAt } = connection
    const { id } = await transaction.connection.create({
      data: {
        clientId,
        realmId,
        scope,
        issuerId: connection.caller.userId,
        createdAt,
        accessTokens: { create: { tokenHash, createdAt, expiresAt } },
      },
      select: { id: true },
    })
    await recordAudit(transaction, {
      orgId: connection.orgId,
      caller: connection.caller,
      action: 'connection.create',
      resource: 'connection',
      resourceId: id,
      at: createdAt,
    })
  })
}
