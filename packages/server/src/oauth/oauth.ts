import { OAuthError, renderOAuthError } from '@bridge/faults'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Dependencies } from '../dependencies.ts'
import { toNetwork } from '../http/network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { traceId } from '../http/trace-id.ts'
import type { AccessTokens } from './access-token.ts'
import { type SignedInMember, showConsent, submitConsent } from './authorize.ts'
import { createExpiredRemover } from './expired.ts'
import { authorizationServerMetadata } from './metadata.ts'
import { answerRevoke, answerTokens } from './token-endpoint.ts'

export interface OAuthDependencies extends Dependencies {
  readonly accessTokens: AccessTokens
  /** Counts authorize and token requests an address and minute. */
  readonly rateLimiter: RateLimiter
  readonly clientAddress: (context: Context) => string
  /** Needed where the configuration asks for a signed-in member on the consent page. */
  readonly signedInMember?: SignedInMember
}

/**
 * The OAuth 2.0 endpoints below `/oauth2/v1` and their metadata below `/.well-known` (specification, sections 3, 4.1,
 * 5 and 7.4). Refusals have the shape of RFC 6749, but what only the user can see is a page.
 */
export function createOAuth(dependencies: OAuthDependencies): Hono {
  const { config, logger, rateLimiter, clientAddress } = dependencies
  if (config.consentRequiresSignIn && !dependencies.signedInMember)
    throw new Error('The consent page is to require a sign-in, but nothing was given that knows who is signed in.')
  const docsUrl = `${config.baseUrl}/docs/errors`
  const authorize = {
    ...dependencies,
    docsUrl,
    signedInMember: config.consentRequiresSignIn ? dependencies.signedInMember : undefined,
  }
  const removeExpired = createExpiredRemover(dependencies)

  const limited: MiddlewareHandler = async (context, next) => {
    const { allowed, limit, remaining, resetSeconds } = await rateLimiter.consume(toNetwork(clientAddress(context)))
    context.header('RateLimit-Limit', String(limit))
    context.header('RateLimit-Remaining', String(remaining))
    context.header('RateLimit-Reset', String(resetSeconds))
    if (!allowed)
      throw new OAuthError('slow_down', 'Too many authorize and token requests came from this address.', resetSeconds)
    await next()
    await removeExpired()
  }
  const refuseMethod = (allowed: string) => (): never => {
    throw new OAuthError('invalid_request', `This endpoint answers ${allowed} only.`)
  }

  const app = new Hono()
  app.use('/oauth2/*', traceId)
  const authorizePath = '/oauth2/v1/authorize'
  app.use(authorizePath, limited)
  app.get(authorizePath, (context) => showConsent(authorize, context))
  app.post(authorizePath, (context) => submitConsent(authorize, context))
  app.all(authorizePath, refuseMethod('GET and POST'))
  for (const path of ['/oauth2/v1/tokens', '/oauth2/v1/tokens/bearer']) {
    app.use(path, limited)
    app.post(path, (context) => answerTokens(dependencies, context))
    app.all(path, refuseMethod('POST'))
  }
  app.post('/oauth2/v1/revoke', (context) => answerRevoke(dependencies, context))
  app.all('/oauth2/v1/revoke', refuseMethod('POST'))
  for (const path of ['/.well-known/openid_configuration', '/.well-known/oauth-authorization-server'])
    app.get(path, (context) => context.json(authorizationServerMetadata(config.baseUrl)))

  app.onError((error, context) => {
    const refusal = error instanceof OAuthError ? error : new OAuthError('server_error')
    const entry = { traceId: context.get('traceId'), method: context.req.method, path: context.req.path }
    if (refusal === error)
      logger.info({ ...entry, error: refusal.code, reason: refusal.message }, 'An OAuth request was refused')
    else logger.error({ ...entry, err: error }, 'An OAuth request failed unexpectedly')
    const { status, headers, body } = renderOAuthError(refusal, { docsUrl })
    return context.json(body, status as ContentfulStatusCode, headers)
  })
  return app
}
