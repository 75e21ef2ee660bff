import { mcpResource } from './resource.ts'
import { mcpScopes, scopes } from './scope.ts'

/** How clients authenticate. Public ones, which are for `/mcp` only, do not. */
const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** The path to the key set, empty because no token is signed. */
export const keysPath = '/oauth2/v1/keys'
/** The path to information about the consenting user. */
export const userInfoPath = '/oauth2/v1/userinfo'

/**
 * Returns the authorization server metadata (RFC 8414, RFC 9207), with the members required by OpenID Connect Discovery
 * and read by Intuit's Python client: there is a key set, but an empty one.
 */
export function authorizationServerMetadata(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth2/v1/authorize`,
    token_endpoint: `${baseUrl}/oauth2/v1/tokens`,
    revocation_endpoint: `${baseUrl}/oauth2/v1/revoke`,
    userinfo_endpoint: `${baseUrl}${userInfoPath}`,
    jwks_uri: `${baseUrl}${keysPath}`,
    scopes_supported: [...scopes, ...mcpScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/docs`,
  }
}

/**
 * Returns the metadata of a company file's tools, or of `/mcp` (RFC 9728). It is the same for every realm ID, so that it
 * does not show which exist.
 */
export function protectedResourceMetadata(baseUrl: string, realmId?: string) {
  return {
    resource: mcpResource(baseUrl, realmId),
    resource_name: 'Bridge Service',
    authorization_servers: [baseUrl],
    scopes_supported: mcpScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs`,
  }
}
