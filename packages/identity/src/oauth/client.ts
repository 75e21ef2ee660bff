import { hashSecret, secretsMatch } from '@bridge/database/secrets'
import { OAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { recordWrongSecret } from '../access/audit.store.ts'
import { findClient } from './client.store.ts'
import type { Parameters } from './parameters.ts'

/** A client whose secret was verified. */
export interface AuthenticatedClient {
  readonly id: string
  readonly orgId: string
}

const printable = /^[\x21-\x7e]{1,256}$/

/**
 * Authenticates the client by HTTP Basic or by `client_id` and `client_secret` in the form, not both (RFC 6749, section
 * 2.3). An unknown client and a wrong secret return the same error; the audit log has the latter.
 *
 * @throws OAuthError `invalid_client`, or `invalid_request` for two authentications
 */
export async function authenticateClient(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  authorization: string | undefined,
  parameters: Parameters,
  address: string,
): Promise<AuthenticatedClient> {
  if (authorization !== undefined && parameters.has('client_secret'))
    throw new OAuthError(
      'invalid_request',
      'The client secret is in the body although there is an Authorization header. Send it in one of them.',
    )
  const { id, secret } = authorization === undefined ? formCredentials(parameters) : basicCredentials(authorization)
  const client = printable.test(id) ? await findClient(database, id) : undefined
  const hash = hashSecret(secret)
  const isCurrent = secretsMatch(hash, client?.secretHash ?? '')
  const isFormer = secretsMatch(hash, client?.formerSecretHash ?? '')
  const isFormerValid = (client?.formerSecretUntil ?? new Date(0)) > clock()
  const isVerified = isCurrent || (isFormer && isFormerValid)
  if (client && !isVerified) await recordWrongSecret(database, client, address, clock())
  if (!client || !isVerified)
    throw new OAuthError('invalid_client', 'The client ID is unknown or the client secret is wrong.')
  const named = parameters.get('client_id')
  if (named !== undefined && named !== id)
    throw new OAuthError(
      'invalid_request',
      'The client_id in the body differs from the one in the Authorization header.',
    )
  return { id: client.id, orgId: client.orgId }
}

interface Credentials {
  readonly id: string
  readonly secret: string
}

function formCredentials(parameters: Parameters): Credentials {
  const id = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  if (id === undefined || secret === undefined)
    throw new OAuthError(
      'invalid_client',
      'Client credentials are missing. Send the client ID and client secret as HTTP Basic credentials.',
    )
  return { id, secret }
}

function basicCredentials(authorization: string): Credentials {
  const [scheme = '', encoded = ''] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'basic' || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
    throw new OAuthError('invalid_client', 'The Authorization header must contain HTTP Basic credentials.')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0)
    throw new OAuthError(
      'invalid_client',
      'The HTTP Basic credentials must have a colon between the client ID and client secret.',
    )
  return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
}

/**
 * Decodes a client ID or secret, percent-encoded by RFC 6749, section 2.3.1. Most libraries send them as they are; that
 * is the same text, because IDs and secrets have letters, digits and underscores only.
 */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
