import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { rotateRefreshToken } from './connection.store.ts'
import { type ConnectionCall, mintTokens, type TokenResponse, toTokenResponse } from './connection.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/**
 * Exchanges a refresh token for a new pair of tokens. The old token works for 5 more minutes, so that concurrent
 * refreshes all get a valid pair. A later use is rejected and audited, because the token may have been stolen.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(call: ConnectionCall, refreshToken: string): Promise<TokenResponse> {
  const { database, clock, client, address } = call
  const at = clock()
  const tokens = mintTokens(at)
  const rotated = await rotateRefreshToken(database, {
    tokenHash: hashSecret(refreshToken),
    client,
    address,
    tokens: tokens.rows,
    rotatedAfter: secondsAfter(at, -lifetimes.refreshGraceSeconds),
    at,
  })
  if (!rotated)
    throw new OAuthError(
      'invalid_grant',
      'The refresh token is invalid, expired, revoked, or was replaced more than 5 minutes ago. Ask the user to connect again.',
    )
  return toTokenResponse(tokens, rotated.realmId)
}
