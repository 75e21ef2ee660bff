import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { findRefreshToken, recordConnectionEvent, rotateRefreshToken } from './connection.store.ts'
import { type ConnectionCall, issueTokens, type TokenAnswer } from './connection.ts'
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
  const tokenHash = hashSecret(refreshToken)
  const now = clock()
  const answer = await database.$transaction(async (transaction) => {
    const token = await findRefreshToken(transaction, tokenHash, client.id)
    if (!token || token.connection.revokedAt || token.expiresAt <= now) return undefined
    if (token.rotatedAt && secondsAfter(token.rotatedAt, lifetimes.refreshGraceSeconds) <= now) {
      await recordConnectionEvent(transaction, {
        orgId: client.orgId,
        clientId: client.id,
        action: 'connection.refresh_token_reused',
        connectionId: token.connection.id,
        ip: address,
        createdAt: now,
      })
      return undefined
    }
    await rotateRefreshToken(transaction, tokenHash, now)
    return issueTokens(transaction, token.connection, now)
  })
  if (!answer)
    throw new OAuthError(
      'invalid_grant',
      'The refresh token is invalid, expired, revoked, or was replaced more than 5 minutes ago. Ask the user to connect again.',
    )
  return answer
}
