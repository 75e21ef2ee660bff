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

/** A known client, with the rest of its authorize request. The redirect URI is registered. */
export interface RequestingClient
  extends Pick<CheckedAuthorizeRequest, 'clientId' | 'clientName' | 'orgId' | 'orgName' | 'redirectUri' | 'state'> {
  /** The request's realm ID, which may not exist. */
  readonly realmIdText: string | undefined
  readonly orgSlug: string
}

/** The requested scope and PKCE challenge. */
type RequestedGrant = Pick<AuthorizeRequest, 'scope' | 'codeChallenge'>

/** Errors shown on a page. */
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
 * Checks an authorize request's client and redirect URI, both when the consent page is shown and when it is submitted.
 * [dp-4.1.1]
 *
 * @throws OAuthError `unsupported_response_type`
 */
export async function checkRequestingClient(
  { database }: Pick<Dependencies, 'database'>,
  parameters: Parameters,
): Promise<RequestingClient | PageError> {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  const clientId = parameters.get('client_id') ?? ''
  const redirectUri = parameters.get('redirect_uri') ?? ''
  const client = clientIdPattern.test(clientId) ? await findClient(database, clientId) : undefined
  if (!client?.redirectUris.includes(redirectUri)) return 'invalid-client-or-redirect-uri'
  return {
    clientId: client.id,
    clientName: client.name,
    orgId: client.orgId,
    orgName: client.org.name,
    orgSlug: client.org.slug,
    redirectUri,
    state: parameters.get('state'),
    realmIdText: parameters.get('realm_id'),
  }
}

/** Checks the requested grant. A mistake is returned, because it goes to the client's redirect URI. */
export function checkRequestedGrant(parameters: Parameters): RequestedGrant | OAuthError {
  try {
    return { scope: checkScope(parameters.get('scope')), codeChallenge: checkChallenge(parameters) }
  } catch (error) {
    if (error instanceof OAuthError) return error
    throw error
  }
}

/**
 * Checks an authorize request's realm, both when the consent page is shown and when it is submitted. Another
 * organization's realm and a missing one return the same error. [dp-4.1.2]
 */
export async function checkRequestedRealm(
  { database }: Pick<Dependencies, 'database'>,
  { realmIdText, orgSlug: _, ...client }: RequestingClient,
  grant: RequestedGrant,
): Promise<CheckedAuthorizeRequest | PageError> {
  if (realmIdText === undefined) return 'realm-id-required'
  const realmId = parseRealmId(realmIdText)
  const realm = realmId && (await findOrganizationRealm(database, client.orgId, realmId))
  if (!realm) return 'invalid-realm-id'
  return { ...client, ...grant, realmId: realm.id, realmName: realm.name, realmKind: realm.kind }
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
