import { OAuthError, type OAuthErrorCode } from '@bridge/faults'
import type { Context } from 'hono'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type CheckedAuthorizeRequest, checkAuthorizeRequest, type PageError } from './authorize-request.ts'
import { findConnectedSince } from './connection.store.ts'
import { createConsentRequest, issueAuthorizationCode, redeemConsentRequest } from './consent.ts'
import { respondWithConsentPage } from './consent-page.ts'
import { acceptsPage, respondWithErrorPage } from './error-page.ts'
import { formParameters, type Parameters, queryParameters } from './parameters.ts'

/** Finds the signed-in user of a request who is a member of the organization. */
export type SignedInMember = (request: Request, orgId: string) => Promise<{ readonly id: string } | undefined>

export interface AuthorizeServices extends Pick<Dependencies, 'database' | 'clock'> {
  readonly docsUrl: string
  readonly baseUrl: string
  readonly sessions: Pick<Sessions, 'signedInUser'>
  /** Defined if consent requires a signed-in member of the realm's organization. */
  readonly signedInMember: SignedInMember | undefined
}

/** Handles `GET /oauth2/v1/authorize`. Shows the consent page or an error page. */
export async function showConsentPage(services: AuthorizeServices, context: Context): Promise<Response> {
  const request = await checkRequest(services, context, queryParameters(context.req.url))
  if (typeof request === 'string') return respondWithPageError(services, context, request)
  const user = await services.sessions.signedInUser(context.req.raw.headers)
  return respondWithConsentPage(context, request, {
    consentToken: await createConsentRequest(services, request),
    email: user?.email,
    signInUrl: getSignInUrl(services, context),
    connectedSince: await findConnectedSince(services.database, request, services.clock()),
  })
}

/** Responds to browsers with a page. Other callers get the OAuth error. */
function respondWithPageError(
  services: AuthorizeServices,
  context: Context,
  error: PageError,
): Response | Promise<Response> {
  if (!acceptsPage(context)) throw new OAuthError(...callerErrors[error])
  return respondWithErrorPage(context, error, { docsUrl: services.docsUrl, signInUrl: getSignInUrl(services, context) })
}

const callerErrors: Record<PageError, [OAuthErrorCode, string]> = {
  'invalid-client-or-redirect-uri': [
    'invalid_request',
    'client_id is unknown, or redirect_uri is not registered for it.',
  ],
  'realm-id-required': ['invalid_request', 'realm_id is required.'],
  'invalid-realm-id': ['invalid_request', 'realm_id is not a realm of the organization that registered the client.'],
  'form-expired': ['invalid_request', 'consent_token was used already, or is older than 10 minutes.'],
  'sign-in-required': ['access_denied', "Only signed-in members of the realm's organization can connect a client."],
}

/** Returns the page that signs the user in and leads back to the authorize request, or home after a submitted form. */
function getSignInUrl({ baseUrl }: AuthorizeServices, context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  const callbackUrl = context.req.method === 'GET' ? pathname + search : '/'
  return `${baseUrl}/sign-in?${new URLSearchParams({ callbackUrl })}`
}

async function checkRequest(
  services: AuthorizeServices,
  context: Context,
  parameters: Parameters,
): Promise<CheckedAuthorizeRequest | PageError> {
  const request = await checkAuthorizeRequest(services, parameters)
  const { signedInMember } = services
  if (typeof request === 'string' || !signedInMember || (await signedInMember(context.req.raw, request.orgId)))
    return request
  return 'sign-in-required'
}

/** Handles `POST /oauth2/v1/authorize`, the submitted form. Checks the request again before granting it. */
export async function submitConsent(services: AuthorizeServices, context: Context): Promise<Response> {
  const form = await formParameters(context.req.raw)
  const submitted = await checkRequest(services, context, form)
  if (typeof submitted === 'string') return respondWithPageError(services, context, submitted)
  const decision = form.get('decision')
  if (decision !== 'connect' && decision !== 'cancel')
    throw new OAuthError('invalid_request', 'decision must be connect or cancel.')
  const request = await redeemConsentRequest(services, form.get('consent_token'), submitted)
  if (!request) return respondWithPageError(services, context, 'form-expired')
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  if (decision === 'cancel') return context.redirect(buildRedirectUrl(request, { error: 'access_denied' }))
  const code = await issueAuthorizationCode(services, request)
  return context.redirect(buildRedirectUrl(request, { code, realmId: request.realmId }))
}

/** Adds the parameters to the query of the registered URI, which is kept byte for byte. */
function buildRedirectUrl(
  { redirectUri, state }: CheckedAuthorizeRequest,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }) })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
