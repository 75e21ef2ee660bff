import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs'

export const ranges = ['1h', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]

const hourMs = 3_600_000
const rangeMs: Record<Range, number> = { '1h': hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs, '30d': 720 * hourMs }

export const sources = ['api', 'explorer', 'replay'] as const

/** The list's filters, as in the address. */
export const requestParameters = {
  file: parseAsString,
  app: parseAsString,
  source: parseAsStringLiteral(sources),
  status: parseAsString,
  code: parseAsString,
  method: parseAsStringLiteral(['GET', 'POST'] as const),
  operation: parseAsString,
  entity: parseAsString,
  field: parseAsString,
  text: parseAsString,
  requestid: parseAsString,
  trace: parseAsString,
  slower: parseAsInteger,
  range: parseAsStringLiteral(ranges),
  since: parseAsString,
  until: parseAsString,
}

export type RequestParameters = {
  readonly [Name in keyof typeof requestParameters]: ReturnType<(typeof requestParameters)[Name]['parse']>
}

/** Every filter off. */
export const noParameters = Object.fromEntries(Object.keys(requestParameters).map((name) => [name, null])) as {
  [Name in keyof typeof requestParameters]: null
}

/** Returns whether any filter is on. */
export function isFiltered(parameters: RequestParameters): boolean {
  return Object.values(parameters).some((value) => value !== null)
}

/** Converts the address's filters to the operations' input. */
export function toRequestFilter(parameters: RequestParameters, now: number) {
  const { file, app, trace, text, requestid, slower, range, since, until, ...same } = parameters
  const filter = {
    ...same,
    realmId: file,
    clientId: app,
    traceId: trace,
    path: text,
    requestId: requestid,
    slowerThanMs: slower,
    since: toTime(since) ?? (range && new Date(now - rangeMs[range]).toISOString()),
    until: toTime(until),
  }
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as { [Name in keyof typeof filter]?: NonNullable<(typeof filter)[Name]> }
}

/** Ignores a mistyped time in the address. */
function toTime(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Returns the list's address with these filters. */
export function requestsHref(slug: string, filter: { readonly [Name in keyof RequestParameters]?: string | null }) {
  const search = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  )
  return `/orgs/${slug}/requests${search.size === 0 ? '' : `?${search}`}`
}
