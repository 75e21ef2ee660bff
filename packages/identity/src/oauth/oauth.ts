import { isDatabaseUnavailable } from '@bridge/database'
import { OAuthError, renderOAuthError } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { toNetwork } from '@bridge/platform/network'
import type { OutgoingClient } from '@bridge/platform/outgoing-client'
import { getSecretPagePolicy } from '@bridge/platform/security-headers'
import { unavailableSeconds } from '@bridge/platform/to-problem'
import { traceId } from '@bridge/platform/trace-id'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { IdentityServices } from '../services/identity-services.ts'
import type { AccessTokens } from './access-token.ts'
import { type AuthorizeServices, showConsentPage, submitConsent } from './authorize.ts'
import { ClientDocuments } from './client-document.ts'
import type { ConnectionNotices } from './connection-notice.ts'
import { requiresSignInToConsent } from './consent-policy.ts'
import { acceptsPage, respondWithOAuthErrorPage } from './error-page.ts'
import { authorizationServerMetadata, keysPath, protectedResourceMetadata, userInfoPath } from './metadata.ts'
import { handleRevokeRequest, handleTokenRequest } from './token-endpoint.ts'
import { handleUserInfoRequest } from './user-info.ts'

type OAuthServices = Dependencies &
  Pick<IdentityServices, 'oauthLimiter' | 'clientAddress' | 'sessions'> & {
    readonly accessTokens: AccessTokens
    readonly connectionNotices: Pick<ConnectionNotices, 'announce'>
    readonly outgoing: Pick<OutgoingClient, 'send'>
    readonly findMcpMode: AuthorizeServices['findMcpMode']
  }

const discoveryPaths = [
  'openid_configuration',
  'openid_sandbox_configuration',
  'openid-configuration',
  'oauth-authorization-server',
]

/**
 * Creates the OAuth 2.0 endpoints under `/oauth2/v1`, some also at QBO's paths, and their metadata under `/.well-known`.
 * Errors look as in RFC 6749, except those shown to the user as a page.
 *
 * @throws {Error} if the configuration lets users consent without a sign-in on a public address
 */
export function createOAuth(services: OAuthServices): Hono {
  const { config, logger, oauthLimiter, clientAddress } = services
  const docsUrl = `${config.baseUrl}/docs/errors`
  const authorize = {
    ...services,
    docsUrl,
    baseUrl: config.baseUrl,
    requiresSignIn: requiresSignInToConsent(config),
    clientDocuments: new ClientDocuments(services),
  }

  const limitRate: MiddlewareHandler = async (context, next) => {
    const { allowed, limit, remaining, resetSeconds } = await oauthLimiter.consume(toNetwork(clientAddress(context)))
    context.header('RateLimit-Limit', String(limit))
    context.header('RateLimit-Remaining', String(remaining))
    context.header('RateLimit-Reset', String(resetSeconds))
    if (!allowed)
      throw new OAuthError(
        'slow_down',
        'This address sent too many authorize, token and revoke requests.',
        resetSeconds,
      )
    await next()
  }
  const limitReferrer: MiddlewareHandler = async (context, next) => {
    await next()
    if (!context.res.headers.has('Referrer-Policy'))
      context.header('Referrer-Policy', getSecretPagePolicy(config.baseUrl))
  }
  const rejectMethod = (allowed: string) => (): never => {
    throw new OAuthError('invalid_request', `This endpoint only supports ${allowed}.`)
  }

  const app = new Hono()
  for (const path of ['/oauth2/*', '/v2/oauth2/*', '/v1/openid_connect/*']) app.use(path, traceId)
  const authorizePath = '/oauth2/v1/authorize'
  app.use(authorizePath, limitReferrer)
  app.use(authorizePath, limitRate)
  app.get(authorizePath, (context) => showConsentPage(authorize, context))
  app.post(authorizePath, (context) => submitConsent(authorize, context))
  app.all(authorizePath, rejectMethod('GET and POST'))
  for (const path of ['/oauth2/v1/tokens', '/oauth2/v1/tokens/bearer']) {
    app.use(path, limitRate)
    app.post(path, (context) => handleTokenRequest(services, context))
    app.all(path, rejectMethod('POST'))
  }
  for (const path of ['/oauth2/v1/revoke', '/v2/oauth2/tokens/revoke']) {
    app.use(path, limitRate)
    app.post(path, (context) => handleRevokeRequest(services, context))
    app.all(path, rejectMethod('POST'))
  }
  app.get(keysPath, (context) => context.json({ keys: [] }))
  for (const path of [userInfoPath, '/v1/openid_connect/userinfo']) {
    app.use(path, limitRate)
    app.on(['GET', 'POST'], path, (context) => handleUserInfoRequest(services, context))
    app.all(path, rejectMethod('GET and POST'))
  }
  for (const path of discoveryPaths)
    app.get(`/.well-known/${path}`, (context) => context.json(authorizationServerMetadata(config.baseUrl)))
  app.get('/.well-known/oauth-protected-resource/mcp/:realmId{[0-9]{16}}?', (context) =>
    context.json(protectedResourceMetadata(config.baseUrl, context.req.param('realmId'))),
  )

  app.onError((error, context) => {
    const oauthError = toOAuthError(error)
    const entry = { traceId: context.get('traceId'), method: context.req.method, path: context.req.path }
    if (oauthError === error)
      logger.info({ ...entry, error: oauthError.code, reason: oauthError.message }, 'OAuth request rejected')
    else logger.error({ ...entry, err: error }, 'OAuth request failed unexpectedly')
    if (context.req.path === authorizePath && acceptsPage(context))
      return respondWithOAuthErrorPage(context, oauthError, docsUrl)
    const { status, headers, body } = renderOAuthError(oauthError, { docsUrl })
    return context.json(body, status as ContentfulStatusCode, headers)
  })
  return app
}

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (isDatabaseUnavailable(error)) return new OAuthError('temporarily_unavailable', undefined, unavailableSeconds)
  return new OAuthError('server_error')
}
