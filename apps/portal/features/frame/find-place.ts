import type { RequestParameters } from '../requests/request-parameters.ts'

/** What an ID names, and the page to open. */
export interface Place {
  readonly label: string
  readonly description: string
  readonly href: string
  /** Any text of its kind may mean this. */
  readonly isGuess?: boolean
  /** Names one request, whose page is opened if it is found. */
  readonly request?: { readonly traceId: string } | { readonly requestId: string }
}

/** Names instead of IDs. */
export interface KnownNames {
  /** `/orgs/{slug}`; undefined if no one is signed in. */
  readonly organizationPath: string | undefined
  readonly companyFiles: readonly Named[]
  readonly apps: readonly Named[]
}

interface Named {
  readonly id: string
  readonly name: string
}

const realmId = /^[1-9]\d{15}$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const clientId = /^svcc_\w+$/
const apiPath = /^(?:https?:\/\/[^/]+)?\/v3\/company\/([1-9]\d{15})(?:\/([A-Za-z]+))?/
const portalPath = /^(\/(?:orgs|docs|account)(?:[/?#]\S*)?)$/
/** The caller's `requestid` or `X-Request-Id`. */
const chosenId = /^(?=.*\d)[\w.:-]{3,64}$/
const maxText = 2_000

/** Returns where a pasted ID or address leads, the most likely place first. */
export function findPlaces(pasted: string, names: KnownNames, origin: string): readonly Place[] {
  const text = pasted.trim()
  if (text === '' || text.length > maxText) return []
  const page = portalPath.exec(text.startsWith(origin) ? text.slice(origin.length) : text)?.[1]
  if (page) return [{ label: page, description: 'Page', href: page }]
  const api = apiPath.exec(text)
  if (api?.[1]) return toApiPlaces(api[1], api[2], text, names)
  if (names.organizationPath === undefined) return []
  if (realmId.test(text)) return [toCompanyFile(text, names.companyFiles, names.organizationPath)]
  if (clientId.test(text)) return [toApp(text, names.apps, names.organizationPath)]
  return chosenId.test(text) ? toRequests(text, names.organizationPath) : []
}

function toCompanyFile(id: string, files: readonly Named[], organizationPath: string): Place {
  const name = files.find((file) => file.id === id)?.name
  const href = `${organizationPath}/company-files/${id}`
  return { label: name ?? `Company file ${id}`, description: `Realm ID ${id}`, href }
}

function toApp(id: string, apps: readonly Named[], organizationPath: string): Place {
  const name = apps.find((known) => known.id === id)?.name
  return { label: name ?? `App ${id}`, description: `Client ID ${id}`, href: `${organizationPath}/apps/${id}` }
}

/** The requests to an API address, its company file, and its entity. */
function toApiPlaces(id: string, entity: string | undefined, text: string, names: KnownNames): Place[] {
  const { organizationPath, companyFiles } = names
  const path = text.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/s, '')
  const isEntity = entity !== undefined && !['query', 'batch', 'cdc', 'companyinfo'].includes(entity.toLowerCase())
  return [
    ...(organizationPath === undefined
      ? []
      : [
          {
            label: `Requests to ${path}`,
            description: 'API address',
            href: toRequestsHref(organizationPath, { file: id, text: path }),
          },
          toCompanyFile(id, companyFiles, organizationPath),
        ]),
    ...(isEntity ? [{ label: entity, description: 'Entity', href: `/docs/entities/${entity.toLowerCase()}` }] : []),
  ]
}

/** The service's own trace IDs are UUIDs; clients choose request IDs. */
function toRequests(id: string, organizationPath: string): Place[] {
  const byTrace: Place = {
    label: `Request ${id}`,
    description: 'X-Request-Id',
    href: toRequestsHref(organizationPath, { trace: id }),
    request: { traceId: id },
  }
  const byRequest: Place = {
    label: `Requests with requestid ${id}`,
    description: 'requestid',
    href: toRequestsHref(organizationPath, { requestid: id }),
    request: { requestId: id },
  }
  if (uuid.test(id)) return [byTrace, byRequest]
  return [byRequest, byTrace].map((place) => ({ ...place, isGuess: true }))
}

function toRequestsHref(organizationPath: string, filter: { readonly [Name in keyof RequestParameters]?: string }) {
  return `${organizationPath}/requests?${new URLSearchParams(filter)}`
}
