import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { rotateRefreshToken } from './connection.store.ts'
import { type ConnectionCall, mintTokens, type TokenAnswer, toTokenAnswer } from './connection.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'

/**
 * Answers a refresh with a new pair of tokens. The token that was used keeps working for 5 minutes after its first
 * use, so that of two clients that refresh at once both end with a pair that is valid (specification, section 3).
 * One that comes back later is refused and noted in the audit: somebody holds a token that was replaced.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(call: ConnectionCall, refreshToken: string): Promise<TokenAnswer> {
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
  return toTokenAnswer(tokens, rotated.realmId)
}
