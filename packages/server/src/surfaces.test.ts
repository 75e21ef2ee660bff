import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findSurfacePath, surfacePaths } from './surfaces.ts'

describe('findSurfacePath', () => {
  it.each([
    ['/v3/company/1/query', 'api'],
    ['/entitlements', 'api'],
    ['/admin/v1/orgs', 'api'],
    ['/admin/v1/auth/csrf', 'pages'],
    ['/admin/v1/authors', 'api'],
    ['/oauth2/v1/tokens', 'api'],
    ['/oauth2/v1/authorize', 'pages'],
    ['/agent/pair', 'api'],
    ['/agent/updates/stable.json', 'api'],
    ['/download/agent/windows', 'pages'],
    ['/trpc/session.user', 'pages'],
    ['/healthz', 'both'],
  ])('returns the row with the longest match for %s', (path, surface) => {
    expect(findSurfacePath(path)?.surface).toBe(surface)
  })

  it.each(['/', '/docs/errors', '/v3x', '/agent', '/agent/x', '/orgs/acme', '/sign-in', '/administration/v1'])(
    'returns nothing for the page %s',
    (path) => {
      expect(findSurfacePath(path)).toBeUndefined()
    },
  )
})

it('has each path once', () => {
  expect(new Set(surfacePaths.map(({ path }) => path)).size).toBe(surfacePaths.length)
})

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
}

/** Returns nginx's choice: the first matching pattern's surface. */
function routeInNginx(path: string): string | undefined {
  const [, map = ''] = /map \$uri \$surface \{([^}]*)\}/.exec(read('deploy/compose/nginx.conf')) ?? []
  const rules = [...map.matchAll(/^\s*(\S+) (\w+);$/gm)]
  return rules.find(([, rule = '']) => rule === 'default' || new RegExp(rule.slice(1)).test(path))?.[2]
}

/** Returns the ingress's choice: the longest matching path's surface. */
function routeInIngress(path: string): string | undefined {
  const rules = read('deploy/kubernetes/ingress.yaml').matchAll(
    /path: (\S+),\s+pathType: Prefix,\s+backend: \{ service: \{ name: (\w+),/g,
  )
  const [longest] = [...rules]
    .filter(([, rule = '']) => rule === '/' || path === rule || path.startsWith(`${rule}/`))
    .toSorted(([, left = ''], [, right = '']) => right.length - left.length)
  return longest?.[2] === 'server' ? 'api' : longest?.[2]
}

describe.each([
  ['nginx', routeInNginx],
  ['the ingress', routeInIngress],
])('%s', (_name, route) => {
  const paths = surfacePaths.flatMap(({ path }) => [path, `${path}/below`, `${path}beside`])
  const routed = [...paths, '/', '/docs', '/agent/x'].map((path) => [path, findSurfacePath(path)?.surface ?? 'pages'])

  it.each(routed.filter(([, surface]) => surface !== 'both'))('sends %s to %s', (path = '', surface) => {
    expect(route(path)).toBe(surface)
  })
})

it('is documented on the page for operators', () => {
  const rows = surfacePaths.map(
    ({ path, surface }) => `| \`${path}\` | ${surface === 'both' ? 'both' : `\`${surface}\``} |`,
  )
  expect(read('docs/operations.md')).toContain([...rows, '| All others | `pages` |'].join('\n'))
})
