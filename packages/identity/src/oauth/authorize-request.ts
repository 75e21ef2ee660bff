import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { OAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { findClient, findOrganizationRealm, findRealmOrganization } from './client.store.ts'
import { type ClientDocument, type ClientDocuments, isDocumentUrl } from './client-document.ts'
import type { Parameters } from './parameters.ts'
import { isRegistered } from './redirect-uri.ts'
import { type Audience, parseResource, type RequestedResource } from './resource.ts'
import { checkMcpScope, checkScope } from './scope.ts'

/** A client's authorize request. */
export interface AuthorizeRequest {
  /** As the client sends it. */
  readonly clientId: string
  /** The metadata document, if the client ID is its address. The organization of the realm then registers the client. */
  readonly document?: ClientDocument
  readonly audience: Audience
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
  readonly orgSlug: string
  readonly realmName: string
  readonly realmKind: 'sandbox' | 'production'
}

/** A known client, with the rest of its authorize request. The redirect URI is registered. */
export interface RequestingClient
  extends Pick<
    CheckedAuthorizeRequest,
    'clientId' | 'document' | 'clientName' | 'orgId' | 'orgName' | 'orgSlug' | 'redirectUri' | 'state' | 'audience'
  > {
  /** The request's realm ID, which may not exist. */
  readonly realmIdText: string | undefined
  /** A mistake in `resource`, or in how it goes with the client. */
  readonly resourceError: OAuthError | undefined
}

/** An MCP host with a metadata document whose user has not chosen a company file, and thereby an organization. */
export interface ChoosingHost extends Pick<RequestingClient, 'clientName' | 'redirectUri' | 'state'> {
  readonly document: ClientDocument
}

/** The requested scope and PKCE challenge. */
type RequestedGrant = Pick<AuthorizeRequest, 'scope' | 'codeChallenge'>

/** Errors shown on a page. */
export type PageError =
  | 'invalid-client-or-redirect-uri'
  | 'invalid-client-document'
  | 'resource-required'
  | 'unknown-company-file'
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

export interface ClientServices extends Pick<Dependencies, 'database'> {
  readonly baseUrl: string
  readonly clientDocuments: Pick<ClientDocuments, 'find'>
}

/**
 * Checks an authorize request's client and redirect URI, both when the consent page is shown and when it is submitted.
 * [dp-4.1.1]
 *
 * @throws OAuthError `unsupported_response_type`
 */
export async function checkRequestingClient(
  services: ClientServices,
  parameters: Parameters,
  userId: string | undefined,
): Promise<RequestingClient | ChoosingHost | PageError> {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  const clientId = parameters.get('client_id') ?? ''
  if (!clientIdPattern.test(clientId)) return 'invalid-client-or-redirect-uri'
  const resource = returnMistake(() => parseResource(services.baseUrl, parameters))
  if (isDocumentUrl(clientId)) return checkDocumentClient(services, clientId, parameters, resource, userId)
  const client = await findClient(services.database, clientId)
  const { audience, realmIdText, resourceError } = checkResourceOfClient(resource, parameters, client?.secretHash)
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!client || !isRegistered(redirectUri, client.redirectUris, audience)) return 'invalid-client-or-redirect-uri'
  return {
    clientId: client.id,
    clientName: client.name,
    orgId: client.orgId,
    orgName: client.org.name,
    orgSlug: client.org.slug,
    redirectUri,
    state: parameters.get('state'),
    audience,
    realmIdText,
    resourceError,
  }
}

/** Checks what `resource` and `realm_id` name together. Only a client with a secret may ask for `/v3`. */
function checkResourceOfClient(
  resource: RequestedResource | OAuthError,
  parameters: Parameters,
  secretHash: string | null | undefined,
): Pick<RequestingClient, 'audience' | 'realmIdText' | 'resourceError'> {
  const realmIdText = parameters.get('realm_id')
  if (resource instanceof OAuthError) return { audience: 'data_plane', realmIdText, resourceError: resource }
  const { audience, realmId } = resource
  const fail = (reason: string) => ({
    audience,
    realmIdText,
    resourceError: new OAuthError('invalid_target', reason),
  })
  if (audience === 'data_plane' && secretHash === null)
    return fail('A client without a secret needs resource, with the address of an MCP server of this service.')
  if (realmId !== undefined && realmIdText !== undefined && realmId !== realmIdText)
    return fail('resource and realm_id name different company files.')
  return { audience, realmIdText: realmId ?? realmIdText, resourceError: undefined }
}

/**
 * Checks a client whose ID is the address of its metadata document. Only signed-in users make the service fetch it. The
 * client belongs to the organization of the company file, which the user has to be a member of.
 */
async function checkDocumentClient(
  { database, clientDocuments }: ClientServices,
  clientId: string,
  parameters: Parameters,
  resource: RequestedResource | OAuthError,
  userId: string | undefined,
): Promise<RequestingClient | ChoosingHost | PageError> {
  if (userId === undefined) return 'sign-in-required'
  const { audience, realmIdText, resourceError } = checkResourceOfClient(resource, parameters, null)
  if (resourceError) return 'resource-required'
  const document = await clientDocuments.find(clientId, userId)
  if (!document) return 'invalid-client-document'
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!isRegistered(redirectUri, document.redirectUris, audience)) return 'invalid-client-or-redirect-uri'
  const host = { document, clientName: document.name, redirectUri, state: parameters.get('state') }
  if (realmIdText === undefined) return host
  const realmId = parseRealmId(realmIdText)
  const org = realmId && (await findRealmOrganization(database, realmId, userId))
  if (!org) return 'unknown-company-file'
  return {
    ...host,
    clientId,
    orgId: org.id,
    orgName: org.name,
    orgSlug: org.slug,
    audience,
    realmIdText,
    resourceError: undefined,
  }
}

/** Checks the requested grant. A mistake is returned, because it goes to the client's redirect URI. */
export function checkRequestedGrant(
  { audience, resourceError }: Pick<RequestingClient, 'audience' | 'resourceError'>,
  parameters: Parameters,
): RequestedGrant | OAuthError {
  if (resourceError) return resourceError
  return returnMistake(() => {
    const codeChallenge = checkChallenge(parameters)
    if (audience === 'data_plane') return { scope: checkScope(parameters.get('scope')), codeChallenge }
    if (codeChallenge === undefined)
      throw new OAuthError('invalid_request', 'code_challenge and code_challenge_method=S256 are required.')
    return { scope: checkMcpScope(parameters.get('scope')), codeChallenge }
  })
}

function returnMistake<Checked>(check: () => Checked): Checked | OAuthError {
  try {
    return check()
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
  { realmIdText, resourceError: _, ...client }: RequestingClient,
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
