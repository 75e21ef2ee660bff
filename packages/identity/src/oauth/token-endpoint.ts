import { OAuthError } from '@bridge/faults'
import type { Context } from 'hono'
import type { IdentityServices } from '../services/identity-services.ts'
import type { AccessTokens } from './access-token.ts'
import { exchangeCode } from './authorization-code.ts'
import { authenticateClient } from './client.ts'
import { type ConnectionCall, revokeToken } from './connection.ts'
import type { ConnectionNotices } from './connection-notice.ts'
import { formOrJsonParameters, formParameters, type Parameters } from './parameters.ts'
import { findPublicClient, UnknownGrantError } from './public-client.ts'
import { refreshTokens } from './refresh-token.ts'
import { parseResource, type RequestedResource } from './resource.ts'
import { mcpScopes, parseScope, scopes } from './scope.ts'
import type { TokenResponse } from './token-pair.ts'

type TokenServices = Pick<IdentityServices, 'database' | 'changes' | 'clock' | 'config' | 'clientAddress'> & {
  readonly accessTokens: AccessTokens
  readonly connectionNotices: Pick<ConnectionNotices, 'announce'>
}

const grants: Readonly<Record<string, (call: ConnectionCall, parameters: Parameters) => Promise<TokenResponse>>> = {
  authorization_code: (call, parameters) =>
    exchangeCode(call, {
      code: requiredParameter(parameters, 'code'),
      redirectUri: requiredParameter(parameters, 'redirect_uri'),
      codeVerifier: checkVerifier(parameters.get('code_verifier')),
      resource: findResource(call, parameters),
    }),
  refresh_token: (call, parameters) => {
    const scope = parameters.get('scope') ?? ''
    parseScope(scope, [...scopes, ...mcpScopes])
    const refreshToken = requiredParameter(parameters, 'refresh_token')
    return refreshTokens(call, { refreshToken, scope, resource: findResource(call, parameters) })
  },
}

function findResource({ config }: ConnectionCall, parameters: Parameters): RequestedResource | undefined {
  return parameters.has('resource') ? parseResource(config.baseUrl, parameters) : undefined
}

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/** @throws OAuthError `invalid_request` for a text not allowed by RFC 7636, section 4.1 */
function checkVerifier(verifier: string | undefined): string | undefined {
  if (verifier !== undefined && !verifierPattern.test(verifier))
    throw new OAuthError(
      'invalid_request',
      'code_verifier must have 43 to 128 characters: letters, digits, hyphens, periods, underscores and tildes.',
    )
  return verifier
}

function requiredParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** Handles `POST /oauth2/v1/tokens`. Exchanges a code or a refresh token for a new token pair. */
export async function handleTokenRequest(services: TokenServices, context: Context): Promise<Response> {
  const parameters = await formParameters(context.req.raw)
  const call = await authenticatedCall(services, context, parameters)
  const grantType = parameters.get('grant_type') ?? ''
  const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
  if (!grant) throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  const { x_refresh_token_hard_expires_in, ...tokens } = await grant(call, parameters)
  const asksForEnd = context.req.header('x-include-refresh-token-hard-expires-in')?.toLowerCase() === 'true'
  return context.json(asksForEnd ? { ...tokens, x_refresh_token_hard_expires_in } : tokens, 200, {
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  })
}

async function authenticatedCall(
  services: TokenServices,
  context: Context,
  parameters: Parameters,
): Promise<ConnectionCall> {
  const address = services.clientAddress(context)
  const authorization = context.req.header('authorization')
  const client =
    (await findPublicClient(services, authorization, parameters)) ??
    (await authenticateClient(services, authorization, parameters, address))
  return { ...services, client, address }
}

/**
 * Handles `POST /oauth2/v1/revoke`. Revokes the connection behind an access or refresh token. Returns 200 to every
 * authenticated client: the response reveals nothing about a token.
 */
export async function handleRevokeRequest(services: TokenServices, context: Context): Promise<Response> {
  const parameters = await formOrJsonParameters(context.req.raw).catch((error: unknown): Parameters => {
    if (error instanceof OAuthError) return new Map()
    throw error
  })
  const token = parameters.get('token')
  try {
    const call = await authenticatedCall(services, context, parameters)
    if (token !== undefined) await revokeToken(call, token)
  } catch (error) {
    if (!(error instanceof UnknownGrantError)) throw error
  }
  return context.json({}, 200, { 'Cache-Control': 'no-store', Pragma: 'no-cache' })
}
