import type { RealmId } from '@bridge/agent-protocol'
import { OAuthError, type OAuthErrorCode } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Context } from 'hono'
import type { McpMode } from '../access/mcp-caller.ts'
import { recordDenial } from '../access/membership.ts'
import type { Sessions, SignedInUser } from '../sessions/sessions.ts'
import {
  type CheckedAuthorizeRequest,
  type ChoosingHost,
  type ClientServices,
  checkRequestedGrant,
  checkRequestedRealm,
  checkRequestingClient,
  type PageError,
  type RequestingClient,
} from './authorize-request.ts'
import { buildRedirectUrl } from './build-redirect-url.ts'
import { showCompanyChooser } from './company-chooser.ts'
import { findConnectedSince } from './connection.store.ts'
import { createConsentRequest, issueAuthorizationCode, redeemConsentRequest } from './consent.ts'
import { findBrowser, isFromAnotherSite, isFromBrowser, markBrowser } from './consent-browser.ts'
import { type McpView, respondWithConsentPage } from './consent-page.ts'
import { checkMembership, mayConnect } from './consent-refusal.ts'
import { acceptsPage, respondWithErrorPage } from './error-page.ts'
import { formParameters, type Parameters, queryParameters } from './parameters.ts'
import { mcpResource } from './resource.ts'

export interface AuthorizeServices extends ClientServices, Pick<Dependencies, 'clock'> {
  readonly docsUrl: string
  readonly sessions: Pick<Sessions, 'signedInUser'>
  /** Whether only signed-in members of the realm's organization may consent. */
  readonly requiresSignIn: boolean
  readonly clientAddress: (context: Context) => string
  /** Returns what MCP hosts may do with a company file. */
  readonly findMcpMode: (realmId: RealmId) => Promise<McpMode>
}

/** Handles `GET /oauth2/v1/authorize`. Shows the consent page or an error page. */
export async function showConsentPage(services: AuthorizeServices, context: Context): Promise<Response> {
  const user = await services.sessions.signedInUser(context.req.raw.headers)
  const request = await checkRequest(services, context, user, queryParameters(context.req.url))
  if ('error' in request) {
    const asking = findAsking(request)
    if (!asking || !acceptsPage(context)) return respondWithRefusal(services, context, request)
    return showCompanyChooser(services, context, { client: asking, user, signInUrl: getSignInUrl(services, context) })
  }
  const browserHash = markBrowser(context, services.baseUrl)
  return respondWithConsentPage(context, request, {
    consentToken: await createConsentRequest(services, request, { browserHash, userId: user?.id }),
    mcp: request.audience === 'mcp' ? await findMcpView(services, request) : undefined,
    email: user?.email,
    signInUrl: getSignInUrl(services, context),
    connectedSince: await findConnectedSince(services.database, request, services.clock()),
  })
}

async function findMcpView(
  { baseUrl, findMcpMode }: AuthorizeServices,
  { realmId, orgSlug }: CheckedAuthorizeRequest,
): Promise<McpView> {
  return {
    resource: mcpResource(baseUrl, realmId),
    mode: await findMcpMode(realmId),
    modePage: `${baseUrl}/orgs/${orgSlug}/company-files/${realmId}/mcp`,
  }
}

/** Returns the client whose user has to choose a company file. */
function findAsking({ error, client, choosing }: Refusal): RequestingClient | ChoosingHost | undefined {
  if (error instanceof OAuthError || client?.realmIdText !== undefined) return undefined
  return client ?? choosing
}

/** A refused authorize request. */
interface Refusal {
  /** Shown on a page, or sent to the client's redirect URI. */
  readonly error: PageError | OAuthError
  /** The client, if it and its redirect URI are known. */
  readonly client?: RequestingClient
  /** The host whose user has to choose first. */
  readonly choosing?: ChoosingHost
}

function respondWithRefusal(
  services: AuthorizeServices,
  context: Context,
  { error, client }: Refusal,
): Response | Promise<Response> {
  if (!(error instanceof OAuthError)) {
    const isWithoutRealm = client && client.realmIdText === undefined
    return respondWithPageError(services, context, isWithoutRealm ? 'realm-id-required' : error)
  }
  if (!client) throw error
  return redirectToClient(services, context, client, { error: error.code, error_description: error.message })
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
  'invalid-client-document': [
    'invalid_request',
    'client_id is an address without a valid client ID metadata document.',
  ],
  'resource-required': ['invalid_target', 'resource must be the address of an MCP server of this service.'],
  'unknown-company-file': ['access_denied', 'resource names no company file of the signed-in user.'],
  'realm-id-required': ['invalid_request', 'realm_id is required.'],
  'invalid-realm-id': ['invalid_request', 'realm_id is not a realm of the organization that registered the client.'],
  'form-expired': [
    'invalid_request',
    'consent_token was used already, is older than 10 minutes, or belongs to another browser or user.',
  ],
  'foreign-form': ['access_denied', 'The form was sent by a page of another site.'],
  'sign-in-required': ['access_denied', "Only signed-in members of the realm's organization can connect a client."],
  'member-required': ['access_denied', "The signed-in user is not a member of the realm's organization, or a viewer."],
  'admin-required': ['access_denied', 'Only admins can connect a client to a company file.'],
  'second-factor-required': ['access_denied', 'The organization requires a second factor, which the user lacks.'],
}

/** Returns the sign-in page leading back to the authorize request, or home after a submitted form. */
function getSignInUrl({ baseUrl }: AuthorizeServices, context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  const callbackUrl = context.req.method === 'GET' ? pathname + search : '/'
  return `${baseUrl}/sign-in?${new URLSearchParams({ callbackUrl })}`
}

/**
 * Checks the user before the realm and the scope: client IDs are public and realm IDs are not, and a client's mistakes
 * lead only members to its redirect URI (RFC 9700, section 4.11.2). What a signed-in user is denied is audited.
 */
async function checkRequest(
  services: AuthorizeServices,
  context: Context,
  user: SignedInUser | undefined,
  parameters: Parameters,
): Promise<CheckedAuthorizeRequest | Refusal> {
  const client = await checkRequestingClient(services, parameters, user?.id)
  if (typeof client === 'string') return { error: client }
  if (!('orgId' in client)) return { error: 'realm-id-required', choosing: client }
  const refuse = (error: PageError | OAuthError): Refusal => ({ error, client })
  // MCP hosts act for the member who connected them.
  const requiresSignIn = services.requiresSignIn || client.audience === 'mcp'
  const membership = requiresSignIn ? await checkMembership(services.database, user, client) : undefined
  if (typeof membership === 'string') return refuse(await deny(services, context, user, client, membership))
  const grant = checkRequestedGrant(client, parameters)
  if (grant instanceof OAuthError) return refuse(grant)
  const request = await checkRequestedRealm(services, client, grant)
  if (typeof request === 'string') return refuse(request)
  if (!membership || mayConnect(membership, request)) return request
  return refuse(await deny(services, context, user, client, 'admin-required'))
}

/** What users need whom the page error names. */
const needs: Partial<Record<PageError, string>> = {
  'member-required': 'member',
  'admin-required': 'admin',
  'second-factor-required': 'second-factor',
}

/** Records what a signed-in user was denied, and returns the error. */
async function deny(
  services: AuthorizeServices,
  context: Context,
  user: SignedInUser | undefined,
  { orgId, clientId: id }: RequestingClient,
  error: PageError,
): Promise<PageError> {
  const needed = needs[error]
  if (user && needed !== undefined) {
    const { id: userId, sessionId } = user
    const caller = { kind: 'session', userId, sessionId, address: services.clientAddress(context) } as const
    const details = { operation: 'consent', needs: needed }
    await recordDenial(services, caller, { orgId, resource: 'client', id, details })
  }
  return error
}

/**
 * Handles `POST /oauth2/v1/authorize`, the submitted form. Checks the request again before granting it. The form must
 * come from the page, browser and user it was made for.
 */
export async function submitConsent(services: AuthorizeServices, context: Context): Promise<Response> {
  const { baseUrl, sessions } = services
  if (isFromAnotherSite(context.req.raw, baseUrl)) return respondWithPageError(services, context, 'foreign-form')
  const form = await formParameters(context.req.raw)
  const user = await sessions.signedInUser(context.req.raw.headers)
  const submitted = await checkRequest(services, context, user, form)
  if ('error' in submitted) return respondWithRefusal(services, context, submitted)
  const decision = form.get('decision')
  if (decision !== 'connect' && decision !== 'cancel')
    throw new OAuthError('invalid_request', 'decision must be connect or cancel.')
  const request = await redeemConsentRequest(services, form.get('consent_token'), submitted, {
    browserHash: findBrowser(context, baseUrl),
    mayLackCookie: !services.requiresSignIn && !isFromBrowser(context.req.raw),
    userId: user?.id,
  })
  if (!request) return respondWithPageError(services, context, 'form-expired')
  if (decision === 'cancel') return redirectToClient(services, context, request, { error: 'access_denied' })
  const code = await issueAuthorizationCode(
    services,
    request,
    user && { userId: user.id, sessionId: user.sessionId, address: services.clientAddress(context) },
  )
  return redirectToClient(services, context, request, { code, realmId: request.realmId })
}

function redirectToClient(
  { baseUrl }: AuthorizeServices,
  context: Context,
  client: Pick<RequestingClient, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): Response {
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  return context.redirect(buildRedirectUrl(baseUrl, client, parameters))
}
