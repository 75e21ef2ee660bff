import { createHash } from 'node:crypto'
import { hashSecret, sameSecret } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import { consumeAuthorizationCode, findConnectionOfCode, nameConnectionOfCode } from './authorization-code.store.ts'
import { insertConnection, recordConnectionEvent } from './connection.store.ts'
import { type ConnectionCall, issueTokens, revokeConnection, type TokenAnswer } from './connection.ts'

/** What a client brings to exchange a code. */
export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  /** The verifier of RFC 7636. */
  readonly codeVerifier: string | undefined
}

type Outcome =
  | { readonly kind: 'tokens'; readonly answer: TokenAnswer }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'used'; readonly connectionId: string | undefined }

/**
 * Exchanges an authorization code for a connection and its first tokens. The attempt consumes the code, whether it
 * succeeds or not; a second use ends the connection that the first one made (RFC 6749, section 4.1.2).
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  call: ConnectionCall,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<TokenAnswer> {
  const { database, clock, client, address } = call
  const codeHash = hashSecret(code)
  const now = clock()
  const outcome = await database.$transaction(async (transaction): Promise<Outcome> => {
    const issued = await consumeAuthorizationCode(transaction, codeHash, client.id, now)
    if (!issued) return { kind: 'used', connectionId: await findConnectionOfCode(transaction, codeHash, client.id) }
    if (issued.expiresAt <= now)
      return { kind: 'refused', why: 'The authorization code has expired. Codes live 10 minutes.' }
    if (issued.redirectUri !== redirectUri)
      return { kind: 'refused', why: 'The redirect_uri is not the one that the authorization code was issued for.' }
    if (!verifies(codeVerifier, issued.codeChallenge))
      return { kind: 'refused', why: 'The code_verifier does not fit the code_challenge of the authorize request.' }

    const { realmId, scope } = issued
    const connection = await insertConnection(transaction, { clientId: client.id, realmId, scope, createdAt: now })
    await nameConnectionOfCode(transaction, codeHash, connection.id)
    await recordConnectionEvent(transaction, {
      orgId: client.orgId,
      clientId: client.id,
      action: 'connection.create',
      connectionId: connection.id,
      ip: address,
      createdAt: now,
    })
    return { kind: 'tokens', answer: await issueTokens(transaction, connection, now) }
  })
  if (outcome.kind === 'tokens') return outcome.answer
  if (outcome.kind === 'refused') throw new OAuthError('invalid_grant', outcome.why)
  if (outcome.connectionId !== undefined) await revokeConnection(call, outcome.connectionId, 'connection.code_reused')
  throw new OAuthError(
    'invalid_grant',
    'The authorization code is invalid, was used before, or was issued to another client.',
  )
}

/** Whether the verifier answers the challenge; one without the other never does, so that neither can be left out. */
function verifies(verifier: string | undefined, challenge: string | null): boolean {
  if (verifier === undefined || challenge === null) return verifier === undefined && challenge === null
  return sameSecret(createHash('sha256').update(verifier, 'ascii').digest('base64url'), challenge)
}
