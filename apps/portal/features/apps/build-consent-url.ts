import type { RealmId } from '@bridge/agent-protocol'

interface ConsentRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly realmId: RealmId
  readonly state: string
}

/** Returns the consent page's address for an app and a company file. */
export function buildConsentUrl(baseUrl: string, { clientId, redirectUri, realmId, state }: ConsentRequest): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'com.intuit.quickbooks.accounting',
    redirect_uri: redirectUri,
    realm_id: realmId,
    ...(state === '' ? {} : { state }),
  })
  return `${baseUrl}/oauth2/v1/authorize?${query}`
}
