/** Other words for what the documentation explains, each row with the page or section that comes first for them. */
export const searchSynonyms: readonly {
  readonly href: string
  /** Whole queries, in lower case. */
  readonly phrases: readonly string[]
}[] = [
  {
    href: '/docs/guides/pagination',
    phrases: ['paging', 'page a query', 'cursor', 'next page', 'offset', 'startposition'],
  },
  {
    href: '/docs/guides/changed-data',
    phrases: ['cdc', 'change data capture', 'incremental sync', 'delta'],
  },
  { href: '/docs/guides/webhooks', phrases: ['webhook', 'events', 'event notifications', 'polling', 'push'] },
  { href: '/docs/guides/test-in-ci', phrases: ['ci', 'continuous integration', 'github actions', 'integration tests'] },
  { href: '/docs/errors/RATE_LIMITED', phrases: ['429', 'too many requests', 'throttling', 'throttled'] },
  {
    href: '/docs/errors/5010',
    phrases: ['stale', 'stale object', 'sync token', 'synctoken', 'optimistic locking', 'edit conflict'],
  },
  {
    href: '/docs/guides/safe-retries',
    phrases: ['idempotency', 'idempotency key', 'idempotent', 'duplicates', 'exactly once', 'request id', 'retry'],
  },
  { href: '/docs/guides/batch', phrases: ['bulk', 'bulk write', 'several records'] },
  { href: '/docs/guides/full-extraction', phrases: ['export', 'etl', 'initial sync', 'copy all', 'backfill'] },
  {
    href: '/docs/guides/client-libraries',
    phrases: ['sdk', 'sdks', 'python', 'php', 'java', 'ruby', 'go', 'n8n'],
  },
  { href: '/docs/guides/mcp', phrases: ['mcp', 'model context protocol', 'claude', 'chatgpt', 'llm tools'] },
  { href: '/docs/guides/oauth', phrases: ['authentication', 'authorization', 'login', 'access token', 'oauth2'] },
  { href: '/docs/guides/oauth#refresh', phrases: ['refresh token', 'expired token'] },
  { href: '/docs/guides/formats', phrases: ['xml', 'content type', 'accept header'] },
  { href: '/docs/guides/queries#explain', phrases: ['query plan', 'slow query', 'performance'] },
  { href: '/docs/guides/moving-from-quickbooks-online', phrases: ['migration', 'differences', 'qbo', 'migrate'] },
  { href: '/docs/guides/moving-from-quickbooks-online#updates', phrases: ['sparse', 'sparse update', 'full update'] },
  { href: '/docs/guides/moving-from-quickbooks-online#voids', phrases: ['void'] },
  { href: '/docs/guides/sandbox', phrases: ['test data', 'mock', 'simulate', 'failure injection'] },
  { href: '/docs/guides/limits', phrases: ['quota', 'rate limit', 'rate limits', 'timeout', 'timeouts'] },
  {
    href: '/docs/guides/errors-by-code',
    phrases: ['error codes', 'error handling', 'handle errors', 'fault codes', 'status codes'],
  },
  {
    href: '/docs/guides/connecting-a-company-file#connect-through-the-web-connector',
    phrases: ['web connector', 'webconnector', 'qbwc', 'qwc'],
  },
  {
    href: '/docs/guides/connecting-a-company-file',
    phrases: ['connect a company file', 'install', 'installer', 'agent', 'pairing code'],
  },
  {
    href: '/docs/guides/hosted-and-moved-files',
    phrases: ['remote desktop', 'rightworks', 'hosting', 'new pc', 'restore a backup'],
  },
  { href: '/docs/guides/stored-data', phrases: ['gdpr', 'privacy', 'retention', 'personal data', 'logs'] },
  { href: '/docs/guides/stored-data#deletion', phrases: ['delete company file', 'delete a company file', 'erase'] },
  {
    href: '/docs/api/clients#rotateClientSecret',
    phrases: ['rotate', 'rotate secret', 'rotate client secret', 'new secret', 'leaked secret'],
  },
]
