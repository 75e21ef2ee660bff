import type { Database } from '@bridge/database'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { type FoundMembership, findMemberships } from '../access/membership.store.ts'
import { includesRole } from '../access/owned.ts'
import type { Html } from '../access/render-sentence.ts'
import type { SignedInUser } from '../sessions/sessions.ts'
import type { ChoosingHost, PageError, RequestingClient } from './authorize-request.ts'
import { buildRedirectUrl } from './build-redirect-url.ts'
import { type ConnectableRealms, findConnectableRealms } from './client.store.ts'
import { realmKinds } from './consent-page.ts'
import { checkMembership, mayConnect } from './consent-refusal.ts'
import { errorTexts } from './error-page.ts'
import { respondWithPage } from './page.ts'

interface ChooserServices extends Pick<Dependencies, 'database'> {
  readonly baseUrl: string
  readonly requiresSignIn: boolean
}

interface ChooserRequest {
  readonly client: RequestingClient | ChoosingHost
  readonly user: SignedInUser | undefined
  /** The sign-in page leading back. */
  readonly signInUrl: string
}

/** As many as a person reads; the others are found by a search. */
const maxShown = 100
/** Part of a name, as long as a name may be. */
const maxSearchCharacters = 100
/** The search in the page's own address, which the request's links do not have. */
const searchParameter = 'company_file'

/**
 * Responds to an authorize request without a realm ID, which is how clients of QuickBooks Online send it, and MCP hosts
 * with the address of no company file. A signed-in member chooses one, and goes on with the same request.
 */
export async function showCompanyChooser(
  services: ChooserServices,
  context: Context,
  request: ChooserRequest,
): Promise<Response> {
  const { client, user } = request
  const isMcp = !('audience' in client) || client.audience === 'mcp'
  const cancelUrl = buildRedirectUrl(services.baseUrl, client, { error: 'access_denied' })
  return respondWithPage(
    context,
    isMcp ? 200 : 400,
    'Choose a company file',
    html`${await renderChoice(services, context, request)}
<div class="actions"><a class="button" href="${cancelUrl}">Cancel</a></div>
${user && html`<p class="soft">You are signed in as ${user.email}.</p>`}
${!isMcp && html`<p class="soft">Realm ID required: an authorize request with <code>realm_id</code> goes on without this page.</p>`}`,
  )
}

/** Renders links to the company files the user may connect, or the reason for an empty list. */
async function renderChoice(
  services: ChooserServices,
  context: Context,
  { client, user, signInUrl }: ChooserRequest,
): Promise<Html> {
  if (!user)
    return html`<p>Sign in as a member of the organization to see its company files. You return to this page.</p>
<p><a class="button primary" href="${signInUrl}">Sign in</a></p>`
  const { database, baseUrl } = services
  const choice = 'orgId' in client ? await findChoice(services, client, user) : await findHostChoice(database, user)
  if (typeof choice === 'string') return renderText(errorTexts[choice])
  const { url } = context.req
  const search = (new URL(url).searchParams.get(searchParameter) ?? '').trim().slice(0, maxSearchCharacters)
  const found = await findConnectableRealms(database, choice.connectable, { search, maxRealms: maxShown + 1 })
  if (found.length > 0 || search !== '') return renderFiles(client, url, { search, found })
  if ((await findConnectableRealms(database, choice.all, { search: '', maxRealms: 1 })).length > 0)
    return renderText(errorTexts['admin-required'])
  if (!('orgId' in client))
    return html`<p>You have no company file yet. Connect one in the portal, then load this page again.</p>
<p><a class="button primary" href="${baseUrl}/">Open the portal</a></p>`
  return html`<p><bdi>${client.orgName}</bdi> has no company file yet. Connect one in the portal, then load this page again.</p>
<p><a class="button primary" href="${`${baseUrl}/orgs/${client.orgSlug}/company-files`}">Connect a company file</a></p>`
}

/** The company files among which a user chooses, and those that an admin could. */
interface Choice {
  readonly connectable: readonly ConnectableRealms[]
  readonly all: readonly ConnectableRealms[]
}

const allKinds = ['sandbox', 'production'] as const

/** Returns an organization's company files, or why the user may connect none. */
async function findChoice(
  { database, requiresSignIn }: ChooserServices,
  client: RequestingClient,
  user: SignedInUser,
): Promise<Choice | PageError> {
  const membership = await checkMembership(database, user, client)
  if (typeof membership === 'string') return membership
  const isMcp = client.audience === 'mcp'
  const { orgId } = client
  const kinds = requiresSignIn || isMcp ? findKinds(membership) : allKinds
  return { connectable: [{ orgId, kinds }], all: [{ orgId, kinds: allKinds }] }
}

/** Returns the company files of all the user's organizations, one of which then registers the host. */
async function findHostChoice(database: Database, user: SignedInUser): Promise<Choice | PageError> {
  const memberships = (await findMemberships(database, user.id)).filter(({ role }) => includesRole(role, 'member'))
  const usable = memberships.filter(({ lacksSecondFactor }) => !lacksSecondFactor)
  if (memberships.length > 0 && usable.length === 0) return 'second-factor-required'
  return {
    connectable: usable.map((membership) => ({ orgId: membership.orgId, kinds: findKinds(membership) })),
    all: usable.map(({ orgId }) => ({ orgId, kinds: allKinds })),
  }
}

function findKinds(membership: Pick<FoundMembership, 'role'>): ConnectableRealms['kinds'] {
  return allKinds.filter((realmKind) => mayConnect(membership, { realmKind }))
}

interface FoundFiles {
  readonly search: string
  readonly found: Awaited<ReturnType<typeof findConnectableRealms>>
}

function renderFiles(client: ChooserRequest['client'], url: string, { search, found }: FoundFiles): Html {
  const isOfHost = !('orgId' in client)
  const isLong = found.length > maxShown || search !== ''
  return html`<p><bdi>${client.clientName}</bdi>${
    isOfHost
      ? html`, described by ${new URL(client.document.url).host}, asks to connect to a company file`
      : html` asks to connect to a company file of <bdi>${client.orgName}</bdi>`
  }. Nothing is connected yet.</p>
${isLong && renderSearch(url, search)}
${found.length > maxShown && html`<p class="soft">These are the first ${maxShown}. Search for the others by name.</p>`}
${found.length === 0 && html`<p>No company file has this name or realm ID.</p>`}
<ul class="files">${found
    .slice(0, maxShown)
    .map(
      ({ id, name, kind, orgName }) =>
        html`<li><a href="${nameRealm(url, id)}"><bdi>${name}</bdi><small>${isOfHost && html`<bdi>${orgName}</bdi> · `}${realmKinds[kind]} · ${id}</small></a></li>`,
    )}</ul>`
}

/** Renders the search, which repeats the request. */
function renderSearch(url: string, search: string): Html {
  const parameters = [...new URL(url).searchParams].filter(([name]) => !ownParameters.has(name))
  return html`<form class="search" method="get" action="authorize" role="search">
${parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>Name of the company file<input type="search" name="${searchParameter}" value="${search}" maxlength="${maxSearchCharacters}"></label>
<button>Search</button>
</form>`
}

function renderText({ why, fix }: { readonly why: string; readonly fix: string }): Html {
  return html`<p>${why}</p>
<p>${fix}</p>`
}

const ownParameters: ReadonlySet<string> = new Set(['realm_id', searchParameter])

/** Adds a realm ID to the request, and keeps its other parameters byte for byte. An empty one is replaced. */
function nameRealm(url: string, realmId: string): string {
  const pairs = new URL(url).search.slice(1).split('&')
  const others = pairs.filter((pair) => !ownParameters.has(decodeURIComponent(pair.split('=', 1)[0] ?? '')))
  return `authorize?${[...others, `realm_id=${realmId}`].join('&')}`
}
