import type { Context } from 'hono'
import { html } from 'hono/html'
import type { PageError } from './authorize-request.ts'
import { respondWithPage } from './page.ts'

const texts: Record<
  PageError,
  { readonly status: 400 | 403; readonly title: string; readonly why: string; readonly fix: string }
> = {
  'invalid-client-or-redirect-uri': {
    status: 400,
    title: 'Invalid client or redirect URI',
    why: 'The application that sent you here is unknown, or it used a redirect URI that is not registered.',
    fix: 'Its developer must send the client ID from the portal, and a redirect_uri that is exactly one of the registered ones.',
  },
  'realm-id-required': {
    status: 400,
    title: 'Realm ID required',
    why: 'The application did not specify which company to connect to.',
    fix: 'Its developer must add the realm_id parameter to the authorize URL, with the 16-digit realm ID from the portal.',
  },
  'invalid-realm-id': {
    status: 400,
    title: 'Invalid realm ID',
    why: 'The company does not exist, or belongs to a different organization than the application.',
    fix: 'Its developer must send the realm_id of a realm in the organization that registered the application.',
  },
  'form-expired': {
    status: 400,
    title: 'This form is no longer valid',
    why: 'It was already submitted, or it is more than 10 minutes old. Nothing was connected this time.',
    fix: 'Go back to the application and connect again.',
  },
  'sign-in-required': {
    status: 403,
    title: 'Sign in to connect',
    why: 'Only signed-in members of the organization can connect an application to its companies.',
    fix: 'Sign in to the portal as a member of the organization in another tab, then reload this page.',
  },
}

/** Responds with a page that explains the error and what to do. */
export function respondWithErrorPage(context: Context, error: PageError, docsUrl: string) {
  const { status, title, why, fix } = texts[error]
  return respondWithPage(
    context,
    status,
    title,
    html`<p>${why}</p>
<p>${fix}</p>
<p class="soft"><a href="${docsUrl}">Error reference</a></p>`,
  )
}
