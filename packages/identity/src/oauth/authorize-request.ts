import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { OAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { findClient, findOrganizationRealm } from './client.store.ts'
import type { Parameters } from './parameters.ts'
import { checkScope } from './scope.ts'

/** A client's authorize request. */
export interface AuthorizeRequest {
  readonly clientId: string
  readonly realmId: RealmId
  readonly redirectUri: string
  readonly scope: string
  readonly state: string | undefined
  /** The RFC 7636 S256 challenge. */
  readonly codeChallenge: string | undefined
}

/** A checked request with the names shown on the consent page. */
export interface CheckedAuthorizeRequest extends AuthorizeRequest {
  readonly orgId: string
  readonly clientName: string
  readonly orgName: string
  readonly realmName: string
  readonly realmKind: 'sandbox' | 'production'
}

/** A known client's request, for a realm that may not exist. */
export interface ClientRequest extends Omit<CheckedAuthorizeRequest, 'realmId' | 'realmName' | 'realmKind'> {
  readonly realmIdText: string
}

/** Errors shown to the user, because the redirect URI cannot be trusted. */
export type PageError =
  | 'invalid-client-or-redirect-uri'
  | 'realm-id-required'
  | 'invalid-realm-id'
  | 'form-expired'
  | 'foreign-form'
  | 'sign-in-required'
  | 'member-required'
  | 'admin-required'
  | 'second-factor-required'

const clientIdPattern = /^[\x21-\x7e]{1,256}$/
const challengePattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Checks an authorize request's parameters and client, both when the consent page is shown and when it is submitted.
 * [dp-4.1.1]
 *
 * @throws OAuthError `unsupported_response_type`, `invalid_scope`, or `invalid_request` for a malformed challenge
 */
export async function checkClientRequest(
  { database }: Pick<Dependencies, 'database'>,
  parameters: Parameters,
): Promise<ClientRequest | PageError> {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  const scope = checkScope(parameters.get('scope'))
  const codeChallenge = checkChallenge(parameters)

  const clientId = parameters.get('client_id') ?? ''
  const redirectUri = parameters.get('redirect_uri') ?? ''
  const client = clientIdPattern.test(clientId) ? await findClient(database, clientId) : undefined
  if (!client?.redirectUris.includes(redirectUri)) return 'invalid-client-or-redirect-uri'

  const realmIdText = parameters.get('realm_id')
  if (realmIdText === undefined) return 'realm-id-required'
  return {
    clientId: client.id,
    realmIdText,
    redirectUri,
    scope,
    state: parameters.get('state'),
    codeChallenge,
    orgId: client.orgId,
    clientName: client.name,
    orgName: client.org.name,
  }
}

/**
 * Checks an authorize request's realm, both when the consent page is shown and when it is submitted. Another
 * organization's realm and a missing one return the same error. [dp-4.1.2]
 */
export async function checkRequestedRealm(
  { database }: Pick<Dependencies, 'database'>,
  { realmIdText, ...request }: ClientRequest,
): Promise<CheckedAuthorizeRequest | PageError> {
  const realmId = parseRealmId(realmIdText)
  const realm = realmId && (await findOrganizationRealm(database, request.orgId, realmId))
  if (!realm) return 'invalid-realm-id'
  return { ...request, realmId: realm.id, realmName: realm.name, realmKind: realm.kind }
}

function checkChallenge(parameters: Parameters): string | undefined {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined && method === undefined) return undefined
  // Without a method, RFC 7636 means "plain", which is not secure and not supported.
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256.')
  if (challenge === undefined || !challengePattern.test(challenge))
    throw new OAuthError(
      'invalid_request',
      'code_challenge must be the base64url-encoded SHA-256 of the verifier, which has 43 characters.',
    )
  return challenge
}
