import { createHash } from 'node:crypto'
import { hashSecret, secretsMatch } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { type IssuedCode, redeemAuthorizationCode } from './authorization-code.store.ts'
import { type ConnectionCall, revokeConnection } from './connection.ts'
import { findResourceError, type RequestedResource } from './resource.ts'
import { connectionEnd, mintTokens, type TokenResponse, toTokenResponse } from './token-pair.ts'

export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  /** The RFC 7636 verifier. */
  readonly codeVerifier: string | undefined
  readonly resource: RequestedResource | undefined
}

/**
 * Exchanges an authorization code for a connection and its first tokens. The attempt consumes the code, even if it
 * fails. A second attempt revokes the first one's connection (RFC 6749, section 4.1.2).
 *
 * @throws OAuthError `invalid_grant`, or `invalid_target` for another resource
 */
export async function exchangeCode(call: ConnectionCall, { code, ...sent }: CodeExchange): Promise<TokenResponse> {
  const { database, clock, client, address } = call
  const at = clock()
  const tokens = mintTokens(at, connectionEnd(call, at))
  const redeemed = await redeemAuthorizationCode(
    database,
    { codeHash: hashSecret(code), client, address, tokens: tokens.rows, at },
    (issued) => findDenial(issued, sent, at),
  )
  if (redeemed.kind === 'connected') {
    call.connectionNotices.announce(redeemed.connection.id)
    return toTokenResponse(tokens, redeemed.connection)
  }
  if (redeemed.kind === 'denied') throw redeemed.error
  if (redeemed.connectionId !== undefined) await revokeConnection(call, redeemed.connectionId, 'connection.code_reused')
  throw new OAuthError(
    'invalid_grant',
    'The authorization code is invalid, was already used, or was issued to another client.',
  )
}

function findDenial(code: IssuedCode, sent: Omit<CodeExchange, 'code'>, now: Date): OAuthError | undefined {
  const reason = denialReason(code, sent, now)
  return reason === undefined ? findResourceError(sent.resource, code) : new OAuthError('invalid_grant', reason)
}

function denialReason(
  code: IssuedCode,
  { redirectUri, codeVerifier }: Pick<CodeExchange, 'redirectUri' | 'codeVerifier'>,
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
