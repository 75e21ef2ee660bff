import { hashSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { rotateRefreshToken } from './connection.store.ts'
import { type ConnectionCall, revokeConnection } from './connection.ts'
import { lifetimes, secondsAfter } from './lifetimes.ts'
import { findResourceError, type RequestedResource } from './resource.ts'
import { parseScope } from './scope.ts'
import { connectionEnd, mintTokens, type TokenResponse, toTokenResponse } from './token-pair.ts'

export interface Refresh {
  readonly refreshToken: string
  readonly resource: RequestedResource | undefined
  readonly scope: string
}

/**
 * Exchanges a refresh token for a new token pair. The old token works for 5 more minutes, to give concurrent refreshes
 * a valid pair. A later use ends the connection and is audited, because one of the token's two holders is a thief (RFC
 * 9700, section 4.14.2). No refresh outlives the connection.
 *
 * @throws OAuthError `invalid_grant`, `invalid_scope`, or `invalid_target` for another resource
 */
export async function refreshTokens(
  call: ConnectionCall,
  { refreshToken, resource, scope }: Refresh,
): Promise<TokenResponse> {
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
    (connection) => {
      // The new tokens have the connection's scope, whatever part is named.
      if (connection.audience === 'mcp') parseScope(scope, connection.scope.split(' '))
      else parseScope(scope)
      const mistake = findResourceError(resource, connection)
      if (mistake) return mistake
      const endsAt = connectionEnd(call, connection.createdAt)
      return endsAt <= at ? undefined : mintTokens(at, endsAt)
    },
  )
  if (rotation.kind === 'rotated') return toTokenResponse(rotation.tokens, rotation.connection)
  if (rotation.kind === 'denied' && rotation.error) throw rotation.error
  if (rotation.kind === 'reused') await revokeConnection(call, rotation.connectionId, 'connection.refresh_token_reused')
  throw new OAuthError(
    'invalid_grant',
    'The refresh token is invalid, expired, revoked, or was replaced more than 5 minutes ago, which ends the connection. Ask the user to connect again.',
  )
}
