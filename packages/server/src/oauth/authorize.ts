import { OAuthError } from '@bridge/faults'
import type { Context } from 'hono'
import type { Dependencies } from '../runtime/dependencies.ts'
import { type CheckedAuthorizeRequest, checkAuthorizeRequest, type PageError } from './authorize-request.ts'
import { createConsentRequest, issueAuthorizationCode, redeemConsentRequest } from './consent.ts'
import { respondWithConsentPage } from './consent-page.ts'
import { respondWithErrorPage } from './error-page.ts'
import { formParameters, type Parameters, queryParameters } from './parameters.ts'

/** Finds the signed-in user of a request who is a member of the organization. */
export type SignedInMember = (request: Request, orgId: string) => Promise<{ readonly id: string } | undefined>

export interface AuthorizeServices extends Pick<Dependencies, 'database' | 'clock'> {
  readonly docsUrl: string
  /** Defined if consent requires a signed-in member of the realm's organization. */
  readonly signedInMember: SignedInMember | undefined
}

/** Handles `GET /oauth2/v1/authorize`. Shows the consent page or an error page. */
export async function showConsentPage(services: AuthorizeServices, context: Context): Promise<Response> {
  const request = await checkRequest(services, context, queryParameters(context.req.url))
  if (typeof request === 'string') return respondWithErrorPage(context, request, services.docsUrl)
  return respondWithConsentPage(context, request, await createConsentRequest(services, request))
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
  if (typeof submitted === 'string') return respondWithErrorPage(context, submitted, services.docsUrl)
  const decision = form.get('decision')
  if (decision !== 'connect' && decision !== 'cancel')
    throw new OAuthError('invalid_request', 'decision must be connect or cancel.')
  const request = await redeemConsentRequest(services, form.get('consent_token'), submitted)
  if (!request) return respondWithErrorPage(context, 'form-expired', services.docsUrl)
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
