import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs'

export const ranges = ['1h', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Half-hours are counted already; only the last hour is counted by the minute. */
const slotMs = 30 * minuteMs

/** How long each range is, and the parts in which it is counted. */
const rangeParts: Record<Range, { readonly ms: number; readonly parts: number; readonly roundMs: number }> = {
  '1h': { ms: hourMs, parts: 60, roundMs: minuteMs },
  '24h': { ms: 24 * hourMs, parts: 48, roundMs: slotMs },
  '7d': { ms: 168 * hourMs, parts: 56, roundMs: slotMs },
  '30d': { ms: 720 * hourMs, parts: 60, roundMs: slotMs },
}

/** The time in which requests are listed and counted. */
export interface Period {
  readonly since: string
  readonly until: string
  /** The parts of the count. */
  readonly parts: number
}

/** Returns the period that the filters say; without a choice, the last 30 days, as long as requests are kept. */
export function toPeriod({ range, since, until }: RequestParameters, now: number): Period {
  const { ms, parts, roundMs } = rangeParts[range ?? '30d']
  const end = toTime(until) ?? new Date(Math.ceil(now / roundMs) * roundMs).toISOString()
  const chosen = toTime(since)
  if (chosen !== undefined && chosen < end) return { since: chosen, until: end, parts: 60 }
  return { since: new Date(Date.parse(end) - ms).toISOString(), until: end, parts }
}

export const sources = ['api', 'explorer', 'replay', 'mcp', 'proposal'] as const

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
    since: toTime(since) ?? (range && toPeriod(parameters, now).since),
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
