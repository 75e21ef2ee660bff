/** The service's parts. One process serves both, or each has separate processes. */
export const surfaces = ['pages', 'api'] as const

/** `pages` is the portal with what its browsers need, `api` is what programs call. */
export type Surface = (typeof surfaces)[number]

/** A table row: a path with everything below it, and who serves it. */
export interface SurfacePath {
  readonly path: string
  readonly surface: Surface | 'both'
}

/**
 * The paths outside Next's pages, which have all others. The longest path that matches counts. docs/operations.md and the
 * proxies in deploy/ repeat these rows, and tests compare them.
 */
export const surfacePaths: readonly SurfacePath[] = [
  { path: '/v3', surface: 'api' },
  { path: '/entitlements', surface: 'api' },
  { path: '/mcp', surface: 'api' },
  { path: '/oauth2', surface: 'api' },
  // The consent page needs a session, and leads to the sign-in page.
  { path: '/oauth2/v1/authorize', surface: 'pages' },
  // QBO's paths of revocation and user information.
  { path: '/v2/oauth2', surface: 'api' },
  { path: '/v1/openid_connect', surface: 'api' },
  { path: '/.well-known', surface: 'api' },
  { path: '/admin/v1', surface: 'api' },
  { path: '/admin/v1/auth', surface: 'pages' },
  { path: '/billing/v1', surface: 'api' },
  { path: '/agent/pair', surface: 'api' },
  { path: '/agent/truth', surface: 'api' },
  { path: '/agent/updates', surface: 'api' },
  { path: '/download/agent', surface: 'pages' },
  { path: '/trpc', surface: 'pages' },
  { path: '/openapi.json', surface: 'pages' },
  { path: '/healthz', surface: 'both' },
  { path: '/readyz', surface: 'both' },
]

const longestFirst = surfacePaths.toSorted((left, right) => right.path.length - left.path.length)

/** Returns the row for a path without its query; undefined for Next's pages. */
export function findSurfacePath(path: string): SurfacePath | undefined {
  return longestFirst.find((row) => path === row.path || path.startsWith(`${row.path}/`))
}
