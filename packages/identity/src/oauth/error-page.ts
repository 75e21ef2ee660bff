import { type OAuthError, oauthErrors } from '@bridge/faults'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PageError } from './authorize-request.ts'
import { respondWithPage } from './page.ts'

interface ErrorText {
  readonly status: ContentfulStatusCode
  readonly title: string
  /** A sentence saying whose mistake it is. */
  readonly blame: string
  readonly why: string
  /** The next step for the reader. */
  readonly fix: string
  /** The text to copy for the app's developer. */
  readonly forDeveloper?: string
}

const developerBlame = 'This is a mistake in the app, not yours.'
const forwardToDeveloper = "Send this to the app's developer:"

/** The pages' texts, by error. */
export const errorTexts: Record<PageError, ErrorText> = {
  'invalid-client-or-redirect-uri': {
    status: 400,
    title: 'Invalid client or redirect URI',
    blame: developerBlame,
    why: 'The app that sent you here is unknown, or it used a redirect URI that is not registered.',
    fix: forwardToDeveloper,
    forDeveloper:
      'The authorize request has an unknown client_id, or a redirect_uri that is not registered for it. Send the Client ID from the portal, and a redirect_uri that is exactly one of the registered ones.',
  },
  'invalid-client-document': {
    status: 400,
    title: 'Unknown app',
    blame: developerBlame,
    why: 'This service cannot read the metadata document of the app that sent you here.',
    fix: forwardToDeveloper,
    forDeveloper:
      'There is no valid client ID metadata document at client_id. Respond there within 3 seconds, without a redirect, with at most 5 KB of JSON. It needs the same client_id, redirect_uris with https or a loopback address, and token_endpoint_auth_method none.',
  },
  'resource-required': {
    status: 400,
    title: 'Address of the company file required',
    blame: developerBlame,
    why: 'The app did not say which company file to connect to.',
    fix: forwardToDeveloper,
    forDeveloper:
      'The authorize request has no resource with the address of an MCP server of this service, which ends in /mcp/ and a realm ID. Client ID metadata documents are for MCP only.',
  },
  'unknown-company-file': {
    status: 403,
    title: 'Unknown company file',
    blame: 'No one made a mistake, unless the address is mistyped.',
    why: 'The company file does not exist, or you are signed in with an account that is not a member of its organization.',
    fix: 'Compare the address in the app with the one in the portal. Or sign in with another account, and open the page of the app again.',
  },
  'realm-id-required': {
    status: 400,
    title: 'Realm ID required',
    blame: developerBlame,
    why: 'The app did not say which company file to connect to.',
    fix: forwardToDeveloper,
    forDeveloper:
      'The authorize request has no realm_id. Add it to the authorize URL, with the 16-digit Realm ID from the portal.',
  },
  'invalid-realm-id': {
    status: 400,
    title: 'Invalid realm ID',
    blame: developerBlame,
    why: 'The company file does not exist, or belongs to a different organization than the app.',
    fix: forwardToDeveloper,
    forDeveloper:
      'The realm_id of the authorize request is unknown. Send the realm_id of a company file in the organization that registered the app.',
  },
  'form-expired': {
    status: 400,
    title: 'This form is no longer valid',
    blame: 'No one made a mistake: forms work once, for 10 minutes.',
    why: 'It was already submitted, it is more than 10 minutes old, or you have changed the browser or the account since. Nothing was connected this time.',
    fix: 'Go back to the app and connect again.',
  },
  'foreign-form': {
    status: 403,
    title: 'This form came from another site',
    blame: 'This is not your mistake.',
    why: 'Another site tried to connect an app in your name. Nothing was connected.',
    fix: 'Connect apps from their own pages only.',
  },
  'member-required': {
    status: 403,
    title: 'Ask a member to connect',
    blame: 'No one made a mistake.',
    why: 'You are signed in with an account that is not a member of the organization of this app.',
    fix: 'Sign out in the portal and open the page of the app again, or ask the organization for an invitation.',
  },
  'admin-required': {
    status: 403,
    title: 'Ask an admin to connect',
    blame: 'No one made a mistake.',
    why: 'Only owners and admins of the organization can connect an app to its company files. You are a member.',
    fix: 'Let an owner or admin connect the app, or ask them for their role.',
  },
  'second-factor-required': {
    status: 403,
    title: 'Turn on your second factor',
    blame: 'No one made a mistake.',
    why: 'The organization requires a second factor of its members, and your account has none.',
    fix: 'Turn it on in the portal, under Account. Then go back to the app and connect again.',
  },
  'sign-in-required': {
    status: 403,
    title: 'Sign in to connect',
    blame: 'No one made a mistake.',
    why: 'Only signed-in members of the organization can connect an app to its company files.',
    fix: 'Sign in as a member of the organization. You return to this page.',
  },
}

interface ErrorPageOptions {
  readonly docsUrl: string
  /** The sign-in page leading back. */
  readonly signInUrl: string
}

/** Responds with a page saying what happened, whose mistake it is and what to do. */
export function respondWithErrorPage(context: Context, error: PageError, options: ErrorPageOptions) {
  const isSignIn = error === 'sign-in-required'
  return respond(context, errorTexts[error], isSignIn ? options.signInUrl : undefined, options.docsUrl)
}

/** Responds to a browser with a page for an error other callers get as JSON. */
export function respondWithOAuthErrorPage(context: Context, error: OAuthError, docsUrl: string) {
  const { status, fixes } = oauthErrors[error.code]
  const code = error.code
  const page = `${docsUrl}/${code}`
  if (code === 'slow_down' || code === 'server_error' || code === 'temporarily_unavailable') {
    const text = {
      status: status as ContentfulStatusCode,
      title: code === 'slow_down' ? 'Too many requests' : 'Something failed on our side',
      blame: code === 'slow_down' ? 'Your network sent too many requests within a minute.' : 'This is our mistake.',
      why: 'Nothing was connected.',
      fix: 'Wait a minute, then load this page again.',
    }
    return respond(context, text, undefined, page)
  }
  const text = {
    status: status as ContentfulStatusCode,
    title: 'The app sent an invalid request',
    blame: developerBlame,
    why: 'The app that sent you here asked for something that this service does not understand. Nothing was connected.',
    fix: forwardToDeveloper,
    forDeveloper: `${code}: ${error.message} ${fixes[0] ?? ''}`.trim(),
  }
  return respond(context, text, undefined, page)
}

/** Returns whether a request comes from a browser showing a page, rather than from a program. */
export function acceptsPage(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes('text/html')
}

function respond(
  context: Context,
  { status, title, blame, why, fix, forDeveloper }: ErrorText,
  signInUrl: string | undefined,
  docsUrl: string,
) {
  return respondWithPage(
    context,
    status,
    title,
    html`<p>${blame} ${why}</p>
<p>${fix}</p>
${forDeveloper === undefined ? '' : html`<pre aria-label="For the developer">${forDeveloper}</pre>`}
${signInUrl === undefined ? '' : html`<p><a class="button primary" href="${signInUrl}">Sign in</a></p>`}
<p class="soft"><a href="${docsUrl}">Error reference</a></p>`,
  )
}
