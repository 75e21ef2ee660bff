import type { Context } from 'hono'
import { html } from 'hono/html'
import { isolateName } from '../access/isolate-name.ts'
import type { McpMode, McpScope } from '../access/mcp-caller.ts'
import type { Html } from '../access/render-sentence.ts'
import type { CheckedAuthorizeRequest } from './authorize-request.ts'
import { respondWithPage } from './page.ts'
import { parseScope, toMcpScopes } from './scope.ts'

/** Values shown on the consent page in addition to the request. */
export interface ConsentView {
  /** The form's one-time token. */
  readonly consentToken: string
  /** For `/mcp` only. */
  readonly mcp: McpView | undefined
  /** The signed-in and consenting user's email address, if any. */
  readonly email: string | undefined
  /** The sign-in page leading back. */
  readonly signInUrl: string
  /** When the client was first connected to the company file, if it still is. */
  readonly connectedSince: Date | undefined
}

/** What the page for an MCP host shows in addition. */
export interface McpView {
  /** The resource identifier of the company file's tools. */
  readonly resource: string
  /** The company file's mode. */
  readonly mode: McpMode
  /** The portal's page on which an admin changes it. */
  readonly modePage: string
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
    ...(view.mcp ? toMcpFields(request, view.mcp.resource) : { realm_id: request.realmId }),
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
${view.mcp && html`<dt>Mode</dt><dd>${modes[view.mcp.mode].name}</dd>`}
${view.email !== undefined && html`<dt>Connected by</dt><dd>${view.email}</dd>`}
</dl>
<h2><bdi>${request.clientName}</bdi> ${view.mcp ? 'asks to:' : 'will be able to:'}</h2>
<ul>
${renderAbilities(request, view)}
</ul>
${view.mcp && renderMode(request, view.mcp)}
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

/** The modes in words. They limit what hosts ask for. */
const modes: Readonly<Record<McpMode, { readonly name: string; readonly meaning: string }>> = {
  off: { name: 'Off', meaning: 'MCP hosts cannot reach the company file.' },
  read: { name: 'Read', meaning: 'MCP hosts may read records and reports, and change nothing.' },
  propose: {
    name: 'Propose',
    meaning: 'MCP hosts may propose writes. A person commits or rejects each in the portal.',
  },
  write: { name: 'Write', meaning: 'MCP hosts may propose writes, and commit what they have proposed.' },
}

/** Says what the mode allows, and who can turn MCP on. */
function renderMode({ orgName }: CheckedAuthorizeRequest, { mode, modePage }: McpView): Html {
  const { name, meaning } = modes[mode]
  if (mode !== 'off') return html`<p>The company file’s mode is ${name}: ${meaning}</p>`
  return html`<p class="known">The company file’s mode is ${name}: ${meaning} You can connect the app now. It works once an owner or admin of <bdi>${orgName}</bdi> has chosen another mode <a href="${modePage}">in the portal</a>.</p>`
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
