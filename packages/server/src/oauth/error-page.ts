import type { Context } from 'hono'
import { html } from 'hono/html'
import type { PageError } from './authorize-request.ts'
import { answerPage } from './page.ts'

const texts: Record<
  PageError,
  { readonly status: 400 | 403; readonly title: string; readonly why: string; readonly fix: string }
> = {
  'invalid-client-or-redirect-uri': {
    status: 400,
    title: 'Invalid client or redirect URI',
    why: 'The application that sent you here is not known, or it asked to be answered at an address that is not registered for it.',
    fix: 'Its developer has to send the client id of the portal, and a redirect_uri that is exactly one of those registered there.',
  },
  'realm-id-required': {
    status: 400,
    title: 'Realm id required',
    why: 'The application did not say which company it wants to connect to.',
    fix: 'Its developer has to add the parameter realm_id, the 16 digits of the realm in the portal, to the authorize address.',
  },
  'invalid-realm-id': {
    status: 400,
    title: 'Invalid realm id',
    why: 'The company that the application wants to connect to does not exist, or belongs to another organization than the application.',
    fix: 'Its developer has to send the realm_id of a realm of the organization that registered the application.',
  },
  'form-expired': {
    status: 400,
    title: 'This form is no longer valid',
    why: 'It was sent before, or it is more than 10 minutes old. Nothing was connected by this attempt.',
    fix: 'Go back to the application and start connecting again.',
  },
  'sign-in-required': {
    status: 403,
    title: 'Sign in to connect',
    why: 'Only signed-in members of the organization may connect an application to its companies.',
    fix: 'Sign in to the portal as a member of the organization in another tab, then load this page again.',
  },
}

/** Tells the user why nothing can be connected, and what to do. */
export function answerErrorPage(context: Context, error: PageError, docsUrl: string) {
  const { status, title, why, fix } = texts[error]
  return answerPage(
    context,
    status,
    title,
    html`<p>${why}</p>
<p>${fix}</p>
<p class="soft"><a href="${docsUrl}">Error reference</a></p>`,
  )
}
