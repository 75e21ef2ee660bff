export interface Endpoint {
  readonly purpose: string
  readonly onlineUrl: string
  readonly path: string
}

/** The URLs of QuickBooks Online and the paths that replace them. */
export const endpoints: readonly Endpoint[] = [
  {
    purpose: 'API requests',
    onlineUrl: 'https://quickbooks.api.intuit.com/v3/company/…',
    path: '/v3/company/{realmId}/…',
  },
  {
    purpose: 'Consent page',
    onlineUrl: 'https://appcenter.intuit.com/connect/oauth2',
    path: '/oauth2/v1/authorize (with realm_id)',
  },
  {
    purpose: 'Tokens',
    onlineUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    path: '/oauth2/v1/tokens',
  },
  {
    purpose: 'Revocation',
    onlineUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    path: '/oauth2/v1/revoke',
  },
  {
    purpose: 'Discovery',
    onlineUrl: 'https://developer.api.intuit.com/.well-known/openid_configuration',
    path: '/.well-known/openid_configuration',
  },
]

/** Differences that surprise an integration written for QuickBooks Online. */
export const differences: readonly string[] = [
  'An `Id` is assigned by QuickBooks Desktop. Treat it as text; it differs from the ID in QuickBooks Online.',
  '`SyncToken` is the edit sequence of QuickBooks Desktop. A stale one is rejected with code `5010`.',
  'Every update is sparse, with or without `sparse`: fields that you leave out keep their values. To clear a field, send it empty.',
  'An update with `Line` replaces all lines: lines with an `Id` are kept, lines without one are added, and missing lines are deleted.',
  'Customers, vendors, accounts and items are never deleted. Set `Active` to `false` instead.',
  'A field that QuickBooks Desktop does not have is rejected with `UNSUPPORTED_BY_DESKTOP` and the reason. A field that the entity does not have is rejected with `UNMAPPED_FIELD`. Nothing is dropped silently.',
  'A discount line names its discount item in `DiscountLineDetail.ItemRef`, because QuickBooks Desktop requires one.',
  'A query that would scan more than 5,000 records, or 1,000 with their lines, is rejected with `UNSUPPORTED_QUERY`, and `Detail` says how to narrow it. Results are never partial. Add `explain=1` to a query, and the `X-SVC-Plan` header shows which conditions QuickBooks Desktop evaluates and which this service does.',
  'If no agent serves the company file, a request fails with `AGENT_OFFLINE` and nothing is executed. After `AGENT_TIMEOUT`, a write may have been applied: read the record before you send it again.',
  'An access token is valid for one hour and one realm, a refresh token for 100 days. A refresh returns a new pair, and the previous refresh token works for five more minutes.',
]
