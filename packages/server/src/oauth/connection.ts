import type { Prisma } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '../dependencies.ts'
import type { AccessTokens } from './access-token.ts'
import type { AuthenticatedClient } from './client.ts'
import {
  findConnectionOfToken,
  insertTokens,
  markConnectionRevoked,
  recordConnectionEvent,
} from './connection.store.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/** What access tokens start with. */
export const accessTokenPrefix = 'svct_'

/** What the operations on connections are handed; `address` is the caller's, for the audit. */
export interface ConnectionCall extends Pick<Dependencies, 'database' | 'changes' | 'clock'> {
  readonly accessTokens: AccessTokens
  readonly client: AuthenticatedClient
  readonly address: string
}

/** The answer of the token endpoint (specification, section 2.2). */
export interface TokenAnswer {
  readonly token_type: 'bearer'
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  /** Seconds. */
  readonly x_refresh_token_expires_in: number
  readonly realmId: string
}

/** Adds a pair of tokens to a connection; whatever was issued before stays as it is. */
export async function issueTokens(
  transaction: Prisma.TransactionClient,
  { id: connectionId, realmId }: { readonly id: string; readonly realmId: string },
  now: Date,
): Promise<TokenAnswer> {
  const accessToken = mintSecret(accessTokenPrefix)
  const refreshToken = mintSecret('svcr_')
  const row = (token: string, seconds: number) => ({
    tokenHash: hashSecret(token),
    connectionId,
    createdAt: now,
    expiresAt: secondsAfter(now, seconds),
  })
  await insertTokens(
    transaction,
    row(accessToken, lifetimes.accessTokenSeconds),
    row(refreshToken, lifetimes.refreshTokenSeconds),
  )
  return {
    token_type: 'bearer',
    access_token: accessToken,
    expires_in: lifetimes.accessTokenSeconds,
    refresh_token: refreshToken,
    x_refresh_token_expires_in: lifetimes.refreshTokenSeconds,
    realmId,
  }
}

/** Ends the connection of a token of the client; a token that is unknown or another client's changes nothing. */
export async function revokeToken(call: ConnectionCall, token: string): Promise<void> {
  const connectionId = await findConnectionOfToken(call.database, hashSecret(token), call.client.id)
  if (connectionId !== undefined) await revokeConnection(call, connectionId, 'connection.revoke')
}

/** Ends a connection at once: every access and refresh token of it, here and on every other server. */
export async function revokeConnection(call: ConnectionCall, connectionId: string, action: string): Promise<void> {
  const { database, changes, clock, accessTokens, client, address } = call
  const createdAt = clock()
  const ended = await database.$transaction(async (transaction) => {
    const alive = await markConnectionRevoked(transaction, connectionId, createdAt)
    if (alive)
      await recordConnectionEvent(transaction, {
        orgId: client.orgId,
        clientId: client.id,
        action,
        connectionId,
        ip: address,
        createdAt,
      })
    return alive
  })
  if (!ended) return
  accessTokens.forget()
  await changes.publish('tokens')
}
