import type { Context } from 'hono'
import { html } from 'hono/html'
import { isolateName } from '../access/isolate-name.ts'
import type { McpScope } from '../access/mcp-caller.ts'
import type { Html } from '../access/render-sentence.ts'
import type { CheckedAuthorizeRequest } from './authorize-request.ts'
import { respondWithPage } from './page.ts'
import { parseScope, toMcpScopes } from './scope.ts'

/** Values shown on the consent page in addition to the request. */
export interface ConsentView {
  /** The form's one-time token. */
  readonly consentToken: string
  /** The resource identifier of the company file's tools. */
  readonly resource: string
  /** The signed-in and consenting user's email address, if any. */
  readonly email: string | undefined
  /** The sign-in page leading back. */
  readonly signInUrl: string
  /** When the client was first connected to the company file, if it still is. */
  readonly connectedSince: Date | undefined
}

/** The pages' names for the realm kinds. */
export const realmKinds: Readonly<Record<CheckedAuthorizeRequest['realmKind'], string>> = {
  sandbox: 'Sandbox with sample data',
  production: 'Company file of QuickBooks Desktop',
}

/** Responds with the page where the user connects a client to a company file. */
export function respondWithConsentPage(context: Context, request: CheckedAuthorizeRequest, view: ConsentView) {
  const fields = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    consent_token: view.consentToken,
    ...(request.audience === 'mcp' ? toMcpFields(request, view.resource) : { realm_id: request.realmId }),
  }
  const { host } = new URL(request.redirectUri)
  return respondWithPage(
    context,
    200,
    `Connect ${isolateName(request.clientName)} to ${isolateName(request.realmName)}?`,
    html`${
      view.connectedSince &&
      html`<p class="known">Already connected since ${formatDay(view.connectedSince)}. Connecting again adds a connection.</p>`
    }
<dl>
<dt>App</dt><dd><bdi>${request.clientName}</bdi></dd>
${request.document && html`<dt>Described by</dt><dd>${new URL(request.document.url).host}</dd>`}
<dt>Organization</dt><dd><bdi>${request.orgName}</bdi></dd>
<dt>Company file</dt><dd><bdi>${request.realmName}</bdi></dd>
<dt>Kind</dt><dd>${realmKinds[request.realmKind]}</dd>
<dt>Realm ID</dt><dd><code>${request.realmId}</code></dd>
${view.email !== undefined && html`<dt>Connected by</dt><dd>${view.email}</dd>`}
</dl>
<h2><bdi>${request.clientName}</bdi> will be able to:</h2>
<ul>
${renderAbilities(request, view)}
</ul>
<p>The app stays connected until it disconnects, or an admin of <bdi>${request.orgName}</bdi> disconnects it in the portal, under Apps. ${
      request.realmKind === 'production' && html`Its owners and admins get an email about the connection. `
    }Connect only apps that you trust.</p>
<form method="post" action="authorize">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions">
<button type="submit" name="decision" value="connect" class="primary">Connect</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</div>
</form>
<p class="soft">You’ll be redirected to ${host} (${request.redirectUri}).</p>
<p class="soft">${
      view.email === undefined
        ? html`You are not signed in. <a href="${view.signInUrl}">Sign in</a>`
        : html`You are signed in as ${view.email}.`
    }</p>`,
    getFormTargets(request.redirectUri),
  )
}

const readAbility = 'Read the lists, transactions and reports in this company file'

/** The scopes in words, in the page's order. */
const mcpAbilities: Readonly<Record<McpScope, string>> = {
  'bridge.read': readAbility,
  'bridge.write': 'Create and update records in it',
  'bridge.delete': 'Void and delete records in it',
}

function renderAbilities({ audience, scope }: CheckedAuthorizeRequest, { email }: ConsentView): Html {
  if (audience === 'mcp') return html`${[...toMcpScopes(scope)].map((each) => html`<li>${mcpAbilities[each]}</li>`)}`
  return html`<li>${readAbility}</li>
<li>Create, update, void and delete records in it</li>
${email !== undefined && renderUserInfo(parseScope(scope))}`
}

/** The request for `/mcp`, which the form repeats. */
function toMcpFields({ scope, codeChallenge = '' }: CheckedAuthorizeRequest, resource: string) {
  return { resource, scope, code_challenge: codeChallenge, code_challenge_method: 'S256' }
}

/** Names the personal data shared with the app (user-info.ts). */
function renderUserInfo(granted: readonly string[]): Html | undefined {
  if (!granted.includes('openid')) return undefined
  const learned = [granted.includes('profile') && 'name', granted.includes('email') && 'email address'].filter(Boolean)
  return learned.length === 0 ? undefined : html`<li>See your ${learned.join(' and ')}</li>`
}

/** Prints a day in UTC: the page runs no scripts, so it does not know the reader's time zone. */
function formatDay(at: Date): string {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at)} (UTC)`
}

/**
 * Returns the allowed form targets. Browsers apply `form-action` to every redirect after the form, and clients often
 * redirect from their callback to another host, so every host is allowed.
 */
function getFormTargets(redirectUri: string): readonly string[] {
  return new URL(redirectUri).protocol === 'http:' ? ['https:', 'http:'] : ['https:']
}
