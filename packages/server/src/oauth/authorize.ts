import { OAuthError } from '@bridge/faults'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import { type CheckedAuthorizeRequest, checkAuthorizeRequest, type PageError } from './authorize-request.ts'
import { askConsent, grantConsent, takeConsent } from './consent.ts'
import { answerConsentPage } from './consent-page.ts'
import { answerErrorPage } from './error-page.ts'
import { formParameters, type Parameters, queryParameters } from './parameters.ts'

/** Who is signed in with the request and a member of the organization, if anybody. */
export type SignedInMember = (request: Request, orgId: string) => Promise<{ readonly id: string } | undefined>

export interface AuthorizeDependencies extends Pick<Dependencies, 'database' | 'clock'> {
  readonly docsUrl: string
  /** Given where consent needs a signed-in member of the realm's organization. */
  readonly signedInMember: SignedInMember | undefined
}

/** `GET /oauth2/v1/authorize`: the consent page, or a page that says why there is none. */
export async function showConsent(dependencies: AuthorizeDependencies, context: Context): Promise<Response> {
  const request = await checkAll(dependencies, context, queryParameters(context.req.url))
  if (typeof request === 'string') return answerErrorPage(context, request, dependencies.docsUrl)
  return answerConsentPage(context, request, await askConsent(dependencies, request))
}

async function checkAll(
  dependencies: AuthorizeDependencies,
  context: Context,
  parameters: Parameters,
): Promise<CheckedAuthorizeRequest | PageError> {
  const request = await checkAuthorizeRequest(dependencies, parameters)
  const { signedInMember } = dependencies
  if (typeof request === 'string' || !signedInMember || (await signedInMember(context.req.raw, request.orgId)))
    return request
  return 'sign-in-required'
}

/** `POST /oauth2/v1/authorize`: the submitted form; everything is checked again before anything is granted. */
export async function submitConsent(dependencies: AuthorizeDependencies, context: Context): Promise<Response> {
  const form = await formParameters(context.req.raw)
  const submitted = await checkAll(dependencies, context, form)
  if (typeof submitted === 'string') return answerErrorPage(context, submitted, dependencies.docsUrl)
  const decision = form.get('decision')
  if (decision !== 'connect' && decision !== 'cancel')
    throw new OAuthError('invalid_request', 'decision must be connect or cancel.')
  const request = await takeConsent(dependencies, form.get('consent_token'), submitted)
  if (!request) return answerErrorPage(context, 'form-expired', dependencies.docsUrl)
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  if (decision === 'cancel') return context.redirect(redirectWith(request, { error: 'access_denied' }))
  const code = await grantConsent(dependencies, request)
  return context.redirect(redirectWith(request, { code, realmId: request.realmId }))
}

/** The registered address, byte for byte, with the parameters added to its query. */
function redirectWith(
  { redirectUri, state }: CheckedAuthorizeRequest,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }) })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
