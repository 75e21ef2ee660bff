/** The values in a snippet. */
export interface SnippetValues {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly realmId: string
  readonly accessToken: string
  readonly clientId: string
  readonly clientSecret: string
}

interface Snippet {
  readonly id: string
  readonly title: string
  readonly code: (values: SnippetValues) => string
}

/** Placeholders for values not available yet. */
export const placeholders = {
  accessToken: 'ACCESS_TOKEN',
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
} as const

const query = 'SELECT * FROM Customer MAXRESULTS 3'

/** The same request in different languages. */
export const snippets: readonly Snippet[] = [
  {
    id: 'curl',
    title: 'curl',
    code: ({
      baseUrl,
      realmId,
      accessToken,
    }) => `curl '${baseUrl}/v3/company/${realmId}/query?query=${encodeURIComponent(query)}' \\
  -H 'Authorization: Bearer ${accessToken}' \\
  -H 'Accept: application/json'`,
  },
  {
    id: 'node-quickbooks',
    title: 'node-quickbooks',
    code: ({ baseUrl, realmId, accessToken, clientId, clientSecret }) => `import QuickBooks from 'node-quickbooks'

QuickBooks.V3_ENDPOINT_BASE_URL = '${baseUrl}/v3/company/'
QuickBooks.TOKEN_URL = '${baseUrl}/oauth2/v1/tokens'
QuickBooks.REVOKE_URL = '${baseUrl}/oauth2/v1/revoke'

const quickbooks = new QuickBooks(
  '${clientId}',
  '${clientSecret}',
  '${accessToken}',
  false, // no token secret: OAuth 2
  '${realmId}',
  true, // use the sandbox URL
  false, // no debugging output
  null, // no minor version
  '2.0',
)

quickbooks.findCustomers({ limit: 3 }, (fault, response) => {
  console.log(JSON.stringify(fault ?? response.QueryResponse, null, 2))
})`,
  },
  {
    id: 'intuit-oauth',
    title: 'intuit-oauth',
    code: ({ baseUrl, realmId, accessToken, clientId, clientSecret }) => `import OAuthClient from 'intuit-oauth'

OAuthClient.environment.sandbox = '${baseUrl}/'
OAuthClient.authorizeEndpoint = '${baseUrl}/oauth2/v1/authorize'
OAuthClient.tokenEndpoint = '${baseUrl}/oauth2/v1/tokens'
OAuthClient.revokeEndpoint = '${baseUrl}/oauth2/v1/revoke'

const client = new OAuthClient({
  clientId: '${clientId}',
  clientSecret: '${clientSecret}',
  environment: 'sandbox',
  redirectUri: 'http://localhost:8000/callback',
  token: { token_type: 'bearer', access_token: '${accessToken}', expires_in: 3600, realmId: '${realmId}' },
})

const response = await client.makeApiCall({
  url: 'v3/company/${realmId}/query?query=${encodeURIComponent(query)}',
})
console.log(JSON.stringify(response.json, null, 2))`,
  },
]
