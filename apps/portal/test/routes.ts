import type { FilledOrganization } from './filled-organization.ts'

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

/** Pages to which emails lead, with links that no longer work, and the mailbox. */
export const linkRoutes = [
  '/sign-in/check-your-mail',
  '/sign-in/error?error=Verification',
  '/sign-in/link?email=nope',
  '/sign-in/second-factor',
  '/sign-in/undo-second-factor?token=nope',
  '/dev/mailbox',
  '/invitations/unknown',
  '/setup/unknown',
] as const

/** Names a signed-in user's other pages, of a filled organization and of the account, with their addresses. */
export function listOtherPages(filled: FilledOrganization): Readonly<Record<string, string>> {
  const { path, sandboxId, realmId, clientId, requestId, setUpPath } = filled
  const sandbox = `${path}/company-files/${sandboxId}`
  const file = `${path}/company-files/${realmId}`
  return {
    'quick start': `${path}/quick-start`,
    sandbox,
    'sandbox failures': `${sandbox}/sandbox`,
    'sandbox apps': `${sandbox}/apps`,
    'sandbox MCP': `${sandbox}/mcp`,
    'sandbox settings': `${sandbox}/settings`,
    'company file': file,
    'company file set-up': `${file}/set-up`,
    'company file set-up Web Connector': `${file}/set-up?transport=web_connector`,
    'company file Web Connector': `${file}/connector`,
    'company file agent': `${file}/agent`,
    'company file MCP': `${file}/mcp`,
    'company file settings': `${file}/settings`,
    'company file requests': `${file}/requests`,
    app: `${path}/apps/${clientId}`,
    request: `${path}/requests/${requestId}`,
    replay: `${path}/explorer?replay=${requestId}`,
    'checkout paid': `${path}/usage/success`,
    'checkout canceled': `${path}/usage/canceled`,
    account: '/account',
    'second factor': '/account/second-factor',
    'new organization': '/new-organization',
    'set-up link': setUpPath,
  }
}
