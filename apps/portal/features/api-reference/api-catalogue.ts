import type { DocumentedOperation, OpenApi } from '@bridge/server'
import { departmentsFromClasses, registry } from '@bridge/translation'

/** An API endpoint. */
export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** Endpoints on the same page. */
export interface ApiTag {
  readonly title: string
  readonly href: string
  readonly calls: readonly ApiCall[]
}

/** An API part with its own audience and authentication. */
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
  billing: 'Billing and usage',
  agents: 'Agents and their company files',
  // The entity Account has the page /docs/api/account.
  account: 'Your account',
}

/** Returns every endpoint by surface and tag. */
export function apiSurfaces(document: OpenApi): readonly ApiSurface[] {
  const calls = toCalls(document)
  return surfaces.map(({ matches, ...surface }) => {
    const surfaceCalls = calls.filter(({ path }) => matches(path))
    const tags = [...new Set(surfaceCalls.map(getPage))].map((page) => ({
      title: toTitle(page),
      href: `/docs/api/${toSlug(page)}`,
      calls: surfaceCalls.filter((call) => getPage(call) === page),
    }))
    return { ...surface, tags }
  })
}

function toCalls({ paths }: OpenApi): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Parts of tags with more operations than fit on a page. */
const partPages: readonly (readonly [path: RegExp, page: string])[] = [
  [/^\/admin\/v1\/realms\/(?:\{realmId\}\/)?sandbox(?:\/|$)/, 'sandbox'],
  [
    /^\/admin\/v1\/realms\/\{realmId\}\/(?:activity|agent-tokens|check|company-file|connection-history|connector-credentials|pairing-codes|setup-links|status)(?:\/|$)/,
    'agents',
  ],
  [/^\/admin\/v1\/realms\/\{realmId\}\/requests(?:\/|$)/, 'requests'],
  [/^\/admin\/v1\/orgs\/\{orgId\}\/(?:billing|usage)(?:\/|$)/, 'billing'],
]

/** Returns the name of an endpoint's page: its tag, or a part of it. */
function getPage({ path, operation }: ApiCall): string {
  return partPages.find(([pattern]) => pattern.test(path))?.[1] ?? getTag(operation)
}

function getTag({ tags: [tag = ''] }: DocumentedOperation): string {
  return tag
}

/** Returns the addresses of operations that share a tag with this page and are on another, by operation ID. */
export function findMovedOperations(document: OpenApi, page: ApiTag): Readonly<Record<string, string>> {
  const tags = new Set(page.calls.map(({ operation }) => getTag(operation)))
  const others = apiSurfaces(document).flatMap((surface) => surface.tags.filter(({ href }) => href !== page.href))
  return Object.fromEntries(
    others.flatMap(({ href, calls }) =>
      calls
        .filter(({ operation }) => tags.has(getTag(operation)))
        .map(({ operation: { operationId } }) => [operationId, `${href}#${operationId}`]),
    ),
  )
}

function toTitle(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return titles[tag] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a tag's last URL segment. */
function toSlug(tag: string): string {
  return tag === 'account' ? 'your-account' : tag.toLowerCase()
}

/** Finds a tag by the name in its URL. */
export function findApiTag(document: OpenApi, name: string): ApiTag | undefined {
  return apiSurfaces(document)
    .flatMap(({ tags }) => tags)
    .find(({ href }) => href === `/docs/api/${name.toLowerCase()}`)
}

/** Error schemas, which are documented on the overview because a whole surface shares them. */
export const sharedSchemas = ['Fault', 'Problem', 'OAuthError'] as const

/** Record schemas, which have a page each. */
function isEntity(name: string): boolean {
  return entityNames.has(name)
}

const entityNames: ReadonlySet<string> = new Set(
  Object.values(departmentsFromClasses(registry)).flatMap((found) =>
    found.kind === 'built' ? [found.table.name] : [],
  ),
)

/** Returns a schema's documentation URL. A schema without a page is on every page referring to it. */
export function schemaHref(name: string): string {
  if ((sharedSchemas as readonly string[]).includes(name)) return `/docs/api#schema-${name}`
  const entity = name.replace(/(Create|Update)$/, '')
  if (isEntity(entity)) return `/docs/api/${entity.toLowerCase()}#${name === entity ? 'schema-' : 'write'}${entity}`
  return `#schema-${name}`
}

/** Returns the schemas on a page: the entity's, and those only its endpoints use. */
export function pageSchemas({ components: { schemas } }: OpenApi, { title, calls }: ApiTag): readonly string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      const name = key === '$ref' && typeof each === 'string' ? /schemas\/(\w+)$/.exec(each)?.[1] : undefined
      if (name === undefined) visit(each)
      else if (schemaHref(name).startsWith('#') && !found.has(name)) {
        found.add(name)
        visit(schemas[name])
      }
    }
  }
  for (const { operation } of calls) visit([operation.requestBody, operation.responses])
  return [...(isEntity(title) ? [title] : []), ...found]
}

/** Returns an endpoint's name in words: `createAgentToken` → `Create agent token`, `writeInvoice` → `Write Invoice`. */
export function toWords({ operationId, tags: [tag = ''] }: DocumentedOperation): string {
  const isOfEntity = isEntity(tag)
  const [verb = '', ...words] = operationId.replace(/Single$/, '').split(/(?=[A-Z])/)
  const rest = isOfEntity ? [words.join('')] : words.map((word) => word.toLowerCase())
  return [verb.charAt(0).toUpperCase() + verb.slice(1), ...rest].join(' ').replace(/\bapi\b/, 'API')
}
