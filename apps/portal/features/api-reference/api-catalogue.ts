import type { DocumentedOperation, OpenApi } from '@bridge/server'

/** One call of the API. */
export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** Calls that belong together, on a page of their own. */
export interface ApiTag {
  readonly title: string
  readonly href: string
  readonly calls: readonly ApiCall[]
}

/** A surface of the service with the tags of its calls. */
export interface ApiSurface {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly tags: readonly ApiTag[]
}

const surfaces = [
  {
    title: 'Data plane',
    anchor: 'data-plane',
    holds: (path: string) => path.startsWith('/v3/') || path === '/entitlements',
    text: 'What integrations call, as they call QuickBooks Online. The access token of a connection opens it.',
  },
  {
    title: 'OAuth 2.0',
    anchor: 'oauth',
    holds: (path: string) => path.startsWith('/oauth2/'),
    text: 'How an integration gets its access tokens. The client authenticates with its id and secret.',
  },
  {
    title: 'Control plane',
    anchor: 'control-plane',
    holds: (path: string) => path.startsWith('/admin/v1/'),
    text: 'How an organization sets itself up, by script with an API key or in the portal.',
  },
] as const

const titles: Readonly<Record<string, string>> = { oauth2: 'OAuth 2.0', cdc: 'Changed data', orgs: 'Organizations' }

/** Every call of the document by surface and tag. */
export function apiSurfaces(document: OpenApi): readonly ApiSurface[] {
  const calls = callsOf(document)
  return surfaces.map(({ holds, ...surface }) => {
    const own = calls.filter(({ path }) => holds(path))
    const tags = [...new Set(own.map(tagOf))].map((tag) => ({
      title: titleOf(tag),
      href: `/docs/api/${tag.toLowerCase()}`,
      calls: own.filter((call) => tagOf(call) === tag),
    }))
    return { ...surface, tags }
  })
}

function callsOf({ paths }: OpenApi): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function tagOf({ operation }: ApiCall): string {
  return operation.tags[0] ?? ''
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return titles[tag] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The tag of an address; nothing where there is none. */
export function findApiTag(document: OpenApi, name: string): ApiTag | undefined {
  return apiSurfaces(document)
    .flatMap(({ tags }) => tags)
    .find(({ href }) => href === `/docs/api/${name.toLowerCase()}`)
}

/** The error shapes, which calls of a whole surface share and the overview shows. */
export const sharedSchemas = ['Fault', 'Problem', 'OAuthError'] as const

/** Where a schema of the document is shown. */
export function schemaHref(name: string): string {
  return (sharedSchemas as readonly string[]).includes(name)
    ? `/docs/api#schema-${name}`
    : `/docs/api/${name.toLowerCase()}#schema-${name}`
}
