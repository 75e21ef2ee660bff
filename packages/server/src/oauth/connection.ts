import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { AccessTokens } from './access-token.ts'
import type { AuthenticatedClient } from './client.ts'
import { endConnection, findConnectionOfToken, type TokenRows } from './connection.store.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/** Prefix of access tokens. */
export const accessTokenPrefix = 'svct_'

/** The context of an operation on a connection. `address` is the caller's, for the audit log. */
export interface ConnectionCall extends Pick<Dependencies, 'database' | 'changes' | 'clock'> {
  readonly accessTokens: AccessTokens
  readonly client: AuthenticatedClient
  readonly address: string
}

/** The response of the token endpoint. */
export interface TokenResponse {
  readonly token_type: 'bearer'
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  /** Seconds. */
  readonly x_refresh_token_expires_in: number
  readonly realmId: RealmId
}

/** A new pair of tokens with the rows that store their hashes. */
export interface MintedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly rows: TokenRows
}

export function mintTokens(now: Date): MintedTokens {
  const accessToken = mintSecret(accessTokenPrefix)
  const refreshToken = mintSecret('svcr_')
  const row = (token: string, seconds: number) => ({
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: secondsAfter(now, seconds),
  })
  return {
    accessToken,
    refreshToken,
    rows: {
      access: row(accessToken, lifetimes.accessTokenSeconds),
      refresh: row(refreshToken, lifetimes.refreshTokenSeconds),
    },
  }
}

export function toTokenResponse({ accessToken, refreshToken }: MintedTokens, realmId: RealmId): TokenResponse {
  return {
    token_type: 'bearer',
    access_token: accessToken,
    expires_in: lifetimes.accessTokenSeconds,
    refresh_token: refreshToken,
    x_refresh_token_expires_in: lifetimes.refreshTokenSeconds,
    realmId,
  }
}

/** Revokes the connection of a client's token. Ignores unknown tokens and those of other clients. */
export async function revokeToken(call: ConnectionCall, token: string): Promise<void> {
  const connectionId = await findConnectionOfToken(call.database, hashSecret(token), call.client.id)
  if (connectionId !== undefined) await revokeConnection(call, connectionId, 'connection.revoke')
}

/** Revokes a connection with all of its tokens, immediately and on every server. */
export async function revokeConnection(call: ConnectionCall, connectionId: string, action: string): Promise<void> {
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
