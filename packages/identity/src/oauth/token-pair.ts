import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import { lifetimes, secondsAfter } from './lifetimes.ts'
import type { Audience } from './resource.ts'

const secondsPerDay = 86_400

/** The access token prefix. */
export const accessTokenPrefix = 'svct_'

/** The token endpoint's response. */
export interface TokenResponse {
  readonly token_type: 'bearer'
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  /** Seconds. */
  readonly x_refresh_token_expires_in: number
  /** Seconds until the connection ends, however often it is refreshed. Sent on request only. */
  readonly x_refresh_token_hard_expires_in: number
  readonly realmId: RealmId
  /** Sent for `/mcp`. */
  readonly scope?: string
}

/** The connection that tokens are issued for. */
export interface IssuedConnection {
  readonly id: string
  readonly realmId: RealmId
  readonly audience: Audience
  readonly scope: string
}

interface TokenRow {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The stored hashes of an access and a refresh token. */
export interface TokenRows {
  readonly access: TokenRow
  readonly refresh: TokenRow
}

/** A new token pair with the rows storing their hashes. */
export interface TokenPair {
  readonly connectionEndsAt: Date
  readonly accessToken: string
  readonly refreshToken: string
  readonly rows: TokenRows
}

/** Returns when a connection ends, however often its tokens are refreshed. */
export function connectionEnd({ config }: Pick<Dependencies, 'config'>, createdAt: Date): Date {
  return secondsAfter(createdAt, config.connectionDaysMax * secondsPerDay)
}

/** Mints a token pair expiring no later than its connection. */
export function mintTokens(now: Date, connectionEndsAt: Date): TokenPair {
  const accessToken = mintSecret(accessTokenPrefix)
  const refreshToken = mintSecret('svcr_')
  const row = (token: string, seconds: number) => ({
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: earlier(secondsAfter(now, seconds), connectionEndsAt),
  })
  return {
    connectionEndsAt,
    accessToken,
    refreshToken,
    rows: {
      access: row(accessToken, lifetimes.accessTokenSeconds),
      refresh: row(refreshToken, lifetimes.refreshTokenSeconds),
    },
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

export function toTokenResponse(
  { connectionEndsAt, accessToken, refreshToken, rows }: TokenPair,
  { realmId, audience, scope }: Pick<IssuedConnection, 'realmId' | 'audience' | 'scope'>,
): TokenResponse {
  return {
    token_type: 'bearer',
    access_token: accessToken,
    expires_in: lifetimeOf(rows.access),
    refresh_token: refreshToken,
    x_refresh_token_expires_in: lifetimeOf(rows.refresh),
    x_refresh_token_hard_expires_in: lifetimeOf({ ...rows.refresh, expiresAt: connectionEndsAt }),
    realmId,
    ...(audience === 'mcp' && { scope }),
  }
}

/** Returns whole seconds. */
function lifetimeOf({ createdAt, expiresAt }: Pick<TokenRow, 'createdAt' | 'expiresAt'>): number {
  return Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1000)
}
