import { mintSecret } from '@bridge/database/secrets'
import { openSecret, sealSecret } from '@bridge/identity/second-factor/sealed-secret'
import { listSessionSecrets, type ServerConfig } from '@bridge/platform/server-config'

type Secrets = Parameters<typeof listSessionSecrets>[0] & Pick<ServerConfig, 'sessionSecret'>

/** A webhook's tokens, encrypted. */
export interface SealedTokens {
  readonly clientId: string
  readonly sealedToken: string
  /** The token that signs from `nextTokenAt`. */
  readonly nextSealedToken: string | null
  readonly nextTokenAt: Date | null
}

/** Creates a verifier token: the key of a webhook's signatures, which its receiver has, too. */
export function mintVerifierToken(): string {
  return mintSecret('svcv_')
}

/** Encrypts a token: the database keeps it, because it signs. */
export function sealVerifierToken(token: string, clientId: string, { sessionSecret }: Secrets): string {
  return sealSecret(token, toTokenOwner(clientId), sessionSecret)
}

/** Returns the token that signs now; undefined if no accepted secret of the service opens it. */
export function openVerifierToken(tokens: SealedTokens, secrets: Secrets, now: Date): string | undefined {
  const { clientId, sealedToken, nextSealedToken, nextTokenAt } = tokens
  const isReplaced = nextTokenAt !== null && nextTokenAt <= now
  const sealed = (isReplaced && nextSealedToken) || sealedToken
  return openSecret(sealed, toTokenOwner(clientId), listSessionSecrets(secrets))
}

/** Returns the owner that a webhook's tokens are encrypted with. */
export function toTokenOwner(clientId: string): string {
  return `webhook ${clientId}`
}
