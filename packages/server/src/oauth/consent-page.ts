import type { Context } from 'hono'
import { html } from 'hono/html'
import type { CheckedAuthorizeRequest } from './authorize-request.ts'
import { respondWithPage } from './page.ts'

/** Responds with the page where the user connects a client to a company file. */
export function respondWithConsentPage(context: Context, request: CheckedAuthorizeRequest, consentToken: string) {
  const fields = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    realm_id: request.realmId,
    consent_token: consentToken,
  }
  return respondWithPage(
    context,
    200,
    `Connect ${request.clientName} to ${request.realmName}?`,
    html`<dl>
<dt>Application</dt><dd>${request.clientName}</dd>
<dt>Organization</dt><dd>${request.orgName}</dd>
<dt>Company</dt><dd>${request.realmName}${request.realmKind === 'sandbox' ? ' (sandbox)' : ''}</dd>
<dt>Realm ID</dt><dd>${request.realmId}</dd>
</dl>
<h2>${request.clientName} will be able to:</h2>
<ul>
<li>Read the lists, transactions and reports in this company file</li>
<li>Create, update, void and delete records in it</li>
</ul>
<p>The application stays connected until it disconnects or is removed in the portal. Connect only applications that you trust.</p>
<form method="post" action="authorize">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions">
<button type="submit" name="decision" value="connect" class="primary">Connect</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</div>
</form>
<p class="soft">You will be redirected to ${request.redirectUri}</p>`,
    getFormTargets(request.redirectUri),
  )
}

/**
 * Returns the allowed form targets. Browsers apply `form-action` to every redirect after the form, and clients often
 * redirect from their callback to another host, so every host is allowed.
 */
function getFormTargets(redirectUri: string): readonly string[] {
  return new URL(redirectUri).protocol === 'http:' ? ['https:', 'http:'] : ['https:']
}
