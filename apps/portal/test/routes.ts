/** Pages without a session, if their addresses do not depend on data. */
export const publicRoutes = ['/', '/sign-in', '/status', '/terms', '/privacy', '/contact'] as const

/** A documentation page of each kind. */
export const documentationRoutes = [
  '/docs',
  '/docs/guides/safe-retries',
  '/docs/guides/limits',
  '/docs/entities',
  '/docs/entities/invoice',
  '/docs/entities/invoice/differences',
  '/docs/reports',
  '/docs/reports/profitandloss',
  '/docs/api',
  '/docs/api/invoice',
  '/docs/api/clients',
  '/docs/api/oauth2',
  '/docs/errors',
  '/docs/errors/AGENT_TIMEOUT',
  '/docs/changelog',
] as const

/** An organization's pages, below `/orgs/{slug}`. */
export const organizationRoutes = [
  '',
  '/company-files',
  '/requests',
  '/failures',
  '/explorer',
  '/apps',
  '/api-keys',
  '/members',
  '/audit-log',
  '/usage',
  '/settings',
] as const
