import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { rotateRefreshToken } from './connection.store.ts'
import { type ConnectionCall, revokeConnection } from './connection.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'
import { connectionEnd, mintTokens, type TokenResponse, toTokenResponse } from './token-pair.ts'

/**
 * Exchanges a refresh token for a new token pair. The old token works for 5 more minutes, to give concurrent refreshes
 * a valid pair. A later use ends the connection and is audited, because one of the token's two holders is a thief (RFC
 * 9700, section 4.14.2). No refresh outlives the connection.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(call: ConnectionCall, refreshToken: string): Promise<TokenResponse> {
  const { database, clock, client } = call
  const at = clock()
  const rotation = await rotateRefreshToken(
    database,
    {
      tokenHash: hashSecret(refreshToken),
      client,
      rotatedAfter: secondsAfter(at, -lifetimes.refreshGraceSeconds),
      at,
    },
    (connectedAt) => {
      const endsAt = connectionEnd(call, connectedAt)
      return endsAt <= at ? undefined : mintTokens(at, endsAt)
    },
  )
  if (rotation.kind === 'rotated') return toTokenResponse(rotation.tokens, rotation.realmId)
  if (rotation.kind === 'reused') await revokeConnection(call, rotation.connectionId, 'connection.refresh_token_reused')
  throw new OAuthError(
    'invalid_grant',
    'The refresh token is invalid, expired, revoked, or was replaced more than 5 minutes ago, which ends the connection. Ask the user to connect again.',
  )
}
