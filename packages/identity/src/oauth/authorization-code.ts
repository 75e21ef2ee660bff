import { createHash } from 'node:crypto'
import { hashSecret, secretsMatch } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { type IssuedCode, redeemAuthorizationCode } from './authorization-code.store.ts'
import { type ConnectionCall, revokeConnection } from './connection.ts'
import { connectionEnd, mintTokens, type TokenResponse, toTokenResponse } from './token-pair.ts'

export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  /** The RFC 7636 verifier. */
  readonly codeVerifier: string | undefined
}

/**
 * Exchanges an authorization code for a connection and its first tokens. The attempt consumes the code, even if it
 * fails. A second attempt revokes the first one's connection (RFC 6749, section 4.1.2).
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  call: ConnectionCall,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<TokenResponse> {
  const { database, clock, client, address } = call
  const at = clock()
  const tokens = mintTokens(at, connectionEnd(call, at))
  const redeemed = await redeemAuthorizationCode(
    database,
    { codeHash: hashSecret(code), client, address, tokens: tokens.rows, at },
    (issued) => denialReason(issued, { redirectUri, codeVerifier }, at),
  )
  if (redeemed.kind === 'connected') {
    call.connectionNotices.announce(redeemed.connectionId)
    return toTokenResponse(tokens, redeemed.realmId)
  }
  if (redeemed.kind === 'denied') throw new OAuthError('invalid_grant', redeemed.reason)
  if (redeemed.connectionId !== undefined) await revokeConnection(call, redeemed.connectionId, 'connection.code_reused')
  throw new OAuthError(
    'invalid_grant',
    'The authorization code is invalid, was already used, or was issued to another client.',
  )
}

function denialReason(
  code: IssuedCode,
  { redirectUri, codeVerifier }: Omit<CodeExchange, 'code'>,
  now: Date,
): string | undefined {
  if (code.expiresAt <= now) return 'The authorization code has expired. Codes are valid for 10 minutes.'
  if (code.redirectUri !== redirectUri)
    return 'The redirect_uri differs from the one that the authorization code was issued for.'
  if (!verifierMatches(codeVerifier, code.codeChallenge))
    return 'The code_verifier does not match the code_challenge of the authorize request.'
  return undefined
}

/** Checks the verifier. A verifier without a challenge fails, too, because the challenge may have been removed. */
function verifierMatches(verifier: string | undefined, challenge: string | null): boolean {
  if (verifier === undefined || challenge === null) return verifier === undefined && challenge === null
  return secretsMatch(createHash('sha256').update(verifier, 'ascii').digest('base64url'), challenge)
}
