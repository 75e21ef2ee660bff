import type { Context } from 'hono'
import { html } from 'hono/html'
import type { CheckedAuthorizeRequest } from './authorize-request.ts'
import { answerPage } from './page.ts'

/** The page on which the user connects the client with the company file, or does not. */
export function answerConsentPage(context: Context, request: CheckedAuthorizeRequest, consentToken: string) {
  const fields = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    realm_id: request.realmId,
    consent_token: consentToken,
  }
  return answerPage(
    context,
    200,
    `Connect ${request.clientName} to ${request.realmName}?`,
    html`<dl>
<dt>Application</dt><dd>${request.clientName}</dd>
<dt>Organization</dt><dd>${request.orgName}</dd>
<dt>Company</dt><dd>${request.realmName}${request.realmKind === 'sandbox' ? ' (sandbox)' : ''}</dd>
<dt>Realm id</dt><dd>${request.realmId}</dd>
</dl>
<h2>${request.clientName} will be able to</h2>
<ul>
<li>read the lists, transactions and reports of this company file</li>
<li>create, change, void and delete records in it</li>
</ul>
<p>It stays connected until it disconnects itself or is removed in the portal. Connect only an application that you trust.</p>
<form method="post" action="authorize">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions">
<button type="submit" name="decision" value="connect" class="primary">Connect</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</div>
</form>
<p class="soft">You will be sent to ${request.redirectUri}</p>`,
    formTargetsOf(request.redirectUri),
  )
}

/**
 * Browsers apply `form-action` to every redirect that follows the form, and clients often redirect from their
 * callback to another host of theirs: so the scheme is allowed, not only the callback's own address.
 */
function formTargetsOf(redirectUri: string): readonly string[] {
  return new URL(redirectUri).protocol === 'http:' ? ['https:', 'http:'] : ['https:']
}
