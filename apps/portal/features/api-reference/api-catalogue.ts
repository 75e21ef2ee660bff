import type { DocumentedOperation, OpenApi } from '@bridge/server'

/** One endpoint of the API. */
export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** Endpoints that share a page. */
export interface ApiTag {
  readonly title: string
  readonly href: string
  readonly calls: readonly ApiCall[]
}

/** A part of the API with its own audience and authentication. */
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
    matches: (path: string) => path.startsWith('/v3/') || path === '/entitlements',
    text: 'The QuickBooks Online API, for integrations. Authenticate with the access token of a connection.',
  },
  {
    title: 'OAuth 2.0',
    anchor: 'oauth',
    matches: (path: string) => path.startsWith('/oauth2/'),
    text: 'Access tokens for integrations. Authenticate with the client ID and client secret.',
  },
  {
    title: 'Control plane',
    anchor: 'control-plane',
    matches: (path: string) => path.startsWith('/admin/v1/'),
    text: 'Setup of an organization, for scripts and the portal. Authenticate with an API key or a session.',
  },
] as const

const titles: Readonly<Record<string, string>> = {
  oauth2: 'OAuth 2.0',
  cdc: 'Change data capture',
  orgs: 'Organizations',
}

/** Returns every endpoint of the document by surface and tag. */
export function apiSurfaces(document: OpenApi): readonly ApiSurface[] {
  const calls = toCalls(document)
  return surfaces.map(({ matches, ...surface }) => {
    const surfaceCalls = calls.filter(({ path }) => matches(path))
    const tags = [...new Set(surfaceCalls.map(getTag))].map((tag) => ({
      title: toTitle(tag),
      href: `/docs/api/${tag.toLowerCase()}`,
      calls: surfaceCalls.filter((call) => getTag(call) === tag),
    }))
    return { ...surface, tags }
  })
}

function toCalls({ paths }: OpenApi): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function getTag({ operation }: ApiCall): string {
  return operation.tags[0] ?? ''
}

function toTitle(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return titles[tag] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Finds a tag by the name in its URL. */
export function findApiTag(document: OpenApi, name: string): ApiTag | undefined {
  return apiSurfaces(document)
    .flatMap(({ tags }) => tags)
    .find(({ href }) => href === `/docs/api/${name.toLowerCase()}`)
}

/** Error schemas, which are documented on the overview because a whole surface shares them. */
export const sharedSchemas = ['Fault', 'Problem', 'OAuthError'] as const

/** Returns the URL of a schema's documentation. */
export function schemaHref(name: string): string {
  return (sharedSchemas as readonly string[]).includes(name)
    ? `/docs/api#schema-${name}`
    : `/docs/api/${name.toLowerCase()}#schema-${name}`
}
