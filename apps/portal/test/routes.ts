/** Pages that need no session, as far as their addresses do not depend on data. */
export const publicRoutes = [
  '/',
  '/sign-in',
  '/docs',
  '/docs/entities',
  '/docs/entities/invoice',
  '/docs/api',
  '/docs/api/customer',
  '/docs/errors',
  '/status',
  '/terms',
  '/privacy',
  '/contact',
] as const

/** Pages of an organization, below `/orgs/{slug}`. */
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
