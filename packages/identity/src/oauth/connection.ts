import { hashSecret } from '@bridge/database/secrets'
import type { AuditAction } from '@bridge/platform/audit-action'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { AccessTokens } from './access-token.ts'
import type { AuthenticatedClient } from './client.ts'
import { endConnection, findConnectionOfToken } from './connection.store.ts'
import type { ConnectionNotices } from './connection-notice.ts'

/** The context for an operation on a connection. `address` is the caller's, for the audit log. */
export interface ConnectionCall extends Pick<Dependencies, 'database' | 'changes' | 'clock' | 'config'> {
  readonly accessTokens: AccessTokens
  readonly connectionNotices: Pick<ConnectionNotices, 'announce'>
  readonly client: AuthenticatedClient
  readonly address: string
}

/** Revokes the connection behind a client's token. Ignores unknown tokens and other clients' tokens. */
export async function revokeToken(call: ConnectionCall, token: string): Promise<void> {
  const connectionId = await findConnectionOfToken(call.database, hashSecret(token), call.client.id)
  if (connectionId !== undefined) await revokeConnection(call, connectionId, 'connection.revoke')
}

/** Revokes a connection and all its tokens, immediately and on every server. */
export async function revokeConnection(call: ConnectionCall, connectionId: string, action: AuditAction): Promise<void> {
  const { database, changes, clock, accessTokens, client, address } = call
  const ended = await endConnection(database, {
    orgId: client.orgId,
    clientId: client.id,
    action,
    connectionId,
    ip: address,
    createdAt: clock(),
  })
  if (!ended) return
  accessTokens.forget()
  await changes.publish('tokens')
}
