export interface Endpoint {
  readonly purpose: string
  readonly online: string
  readonly here: string
}

/** Each address of QuickBooks Online and what takes its place. */
export const endpoints: readonly Endpoint[] = [
  {
    purpose: 'Calls',
    online: 'https://quickbooks.api.intuit.com/v3/company/…',
    here: '/v3/company/{realmId}/…',
  },
  {
    purpose: 'Consent page',
    online: 'https://appcenter.intuit.com/connect/oauth2',
    here: '/oauth2/v1/authorize (with realm_id)',
  },
  {
    purpose: 'Tokens',
    online: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    here: '/oauth2/v1/tokens',
  },
  {
    purpose: 'Revocation',
    online: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    here: '/oauth2/v1/revoke',
  },
  {
    purpose: 'Discovery',
    online: 'https://developer.api.intuit.com/.well-known/openid_configuration',
    here: '/.well-known/openid_configuration',
  },
]

/** What surprises an integration that knows QuickBooks Online alone. */
export const differences: readonly string[] = [
  'An `Id` is the one that QuickBooks Desktop gave the record. Treat it as text, and expect others than in QuickBooks Online.',
  '`SyncToken` is the edit sequence of QuickBooks Desktop. A stale one is refused with the code `5010`.',
  'Every update is sparse: members that are left out keep their value, with `sparse` or without. To empty a member, send it empty.',
  'An update that carries `Line` carries the complete table of lines: lines with their `Id` are kept, lines without are added, lines left out are deleted.',
  'Customers, vendors, accounts and items are never deleted; set `Active` to `false`.',
  'A field that QuickBooks Desktop does not have is refused with `UNSUPPORTED_BY_DESKTOP` and the reason; a name that the entity does not have with `UNMAPPED_FIELD`. Nothing is dropped silently.',
  'A discount line names its discount item in `DiscountLineDetail.ItemRef`; QuickBooks Desktop has no discount without one.',
  'A query that would have to look at more than 5,000 records, or 1,000 with their lines, is refused with `UNSUPPORTED_QUERY`, which says what would narrow it; an answer is never a part of what was asked for. `explain=1` beside the query tells in the header `X-SVC-Plan` what QuickBooks Desktop found by itself and what was compared here.',
  'When no agent serves the company file, a call is answered with `AGENT_OFFLINE` and nothing was done. `AGENT_TIMEOUT` means that a write may have been done: read before you send it again.',
  'An access token works for one hour and one realm; a refresh token for 100 days. Refreshing gives a new pair, and the previous refresh token works for five minutes more.',
]
