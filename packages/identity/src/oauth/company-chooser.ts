import type { Dependencies } from '@bridge/platform/dependencies'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { SignedInUser } from '../sessions/sessions.ts'
import type { RequestingClient } from './authorize-request.ts'
import { buildRedirectUrl } from './build-redirect-url.ts'
import { findOrganizationRealms } from './client.store.ts'
import { realmKinds } from './consent-page.ts'
import { checkMembership, mayConnect } from './consent-refusal.ts'
import { errorTexts } from './error-page.ts'
import { type Html, respondWithPage } from './page.ts'

interface ChooserServices extends Pick<Dependencies, 'database'> {
  readonly baseUrl: string
  readonly requiresSignIn: boolean
}

interface ChooserRequest {
  readonly client: RequestingClient
  readonly user: SignedInUser | undefined
  /** The sign-in page leading back. */
  readonly signInUrl: string
}

/** More names would not help a person choose. */
const maxRealms = 500

/**
 * Responds to an authorize request without a realm ID, which is how clients of QuickBooks Online send it. A signed-in
 * member chooses one of the organization's company files, and goes on with the same request.
 */
export async function showCompanyChooser(
  services: ChooserServices,
  context: Context,
  request: ChooserRequest,
): Promise<Response> {
  const { client, user } = request
  const cancelUrl = buildRedirectUrl(services.baseUrl, client, { error: 'access_denied' })
  return respondWithPage(
    context,
    400,
    'Choose a company file',
    html`${await renderChoice(services, context, request)}
<div class="actions"><a class="button" href="${cancelUrl}">Cancel</a></div>
${user && html`<p class="soft">You are signed in as ${user.email}.</p>`}
<p class="soft">Realm ID required: an authorize request with <code>realm_id</code> goes on without this page.</p>`,
  )
}

/** Renders links to the company files the user may connect, or the reason for an empty list. */
async function renderChoice(
  { database, baseUrl, requiresSignIn }: ChooserServices,
  context: Context,
  { client, user, signInUrl }: ChooserRequest,
): Promise<Html> {
  if (!user)
    return html`<p>Sign in as a member of the organization to see its company files. You return to this page.</p>
<p><a class="button primary" href="${signInUrl}">Sign in</a></p>`
  const membership = await checkMembership(database, user, client)
  if (typeof membership === 'string') return renderText(errorTexts[membership])
  const realms = await findOrganizationRealms(database, client.orgId, maxRealms)
  const connectable = realms.filter(({ kind }) => !requiresSignIn || mayConnect(membership, { realmKind: kind }))
  if (connectable.length > 0)
    return html`<p><bdi>${client.clientName}</bdi> asks to connect to a company file of <bdi>${client.orgName}</bdi>. Nothing is connected yet.</p>
<ul class="files">${connectable.map(
      ({ id, name, kind }) =>
        html`<li><a href="${nameRealm(context.req.url, id)}"><bdi>${name}</bdi><small>${realmKinds[kind]} · ${id}</small></a></li>`,
    )}</ul>`
  if (realms.length > 0) return renderText(errorTexts['admin-required'])
  return html`<p><bdi>${client.orgName}</bdi> has no company file yet. Connect one in the portal, then load this page again.</p>
<p><a class="button primary" href="${`${baseUrl}/orgs/${client.orgSlug}/company-files`}">Connect a company file</a></p>`
}

function renderText({ why, fix }: { readonly why: string; readonly fix: string }): Html {
  return html`<p>${why}</p>
<p>${fix}</p>`
}

/** Adds a realm ID to the request, and keeps all other parameters byte for byte. An empty one is replaced. */
function nameRealm(url: string, realmId: string): string {
  const pairs = new URL(url).search.slice(1).split('&')
  const others = pairs.filter((pair) => decodeURIComponent(pair.split('=', 1)[0] ?? '') !== 'realm_id')
  return `authorize?${[...others, `realm_id=${realmId}`].join('&')}`
}
