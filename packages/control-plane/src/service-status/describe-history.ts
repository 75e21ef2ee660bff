/** The parts of the service whose states are kept. */
export const serviceParts = ['service', 'gateway', 'sandboxes'] as const

export type ServicePart = (typeof serviceParts)[number]

/** A time in which a part worked, or did not. */
export interface ServicePeriod {
  readonly part: string
  readonly since: Date
  readonly until: Date
  readonly isUp: boolean
}

/** Days of history that the status page shows, and the database keeps. */
export const historyDays = 90

/** Longer without a check is an outage of the servers or their database. */
export const checkGapMs = 5 * 60_000

const dayMs = 86_400_000
const maxIncidents = 50

/** How a part has worked. */
export interface PartHistory {
  readonly part: ServicePart
  /** Undefined before the first check, and while no server checks. */
  readonly isUp: boolean | undefined
  /** The share of the checked time in which it worked; undefined without any. */
  readonly share: number | undefined
  /** The same for each UTC day, the oldest first. */
  readonly days: readonly { readonly day: string; readonly share: number | undefined }[]
}

/** A time in which a part did not work; without an end while it lasts. */
export interface Incident {
  readonly part: ServicePart
  readonly since: string
  readonly until: string | undefined
}

export interface ServiceHistory {
  readonly parts: readonly PartHistory[]
  /** The latest first. */
  readonly incidents: readonly Incident[]
}

interface Span {
  readonly from: number
  readonly to: number
  readonly isUp: boolean
}

/** Describes the last 90 days by their periods, in any order. Parts without a period are left out. */
export function describeHistory(periods: readonly ServicePeriod[], now: Date): ServiceHistory {
  const found = serviceParts
    .map((part) => ({ part, spans: toSpans(part, periods, now.getTime()) }))
    .filter(({ spans }) => spans.length > 0)
  const incidents = found
    .flatMap(({ part, spans }) => listIncidents(part, spans, now.getTime()))
    .toSorted((left, right) => right.since.localeCompare(left.since))
  return {
    parts: found.map(({ part, spans }) => describePart(part, spans, now.getTime())),
    incidents: incidents.slice(0, maxIncidents),
  }
}

/** Joins the part's periods. A gap is an outage of the service itself; other parts were not checked in it. */
function toSpans(part: ServicePart, periods: readonly ServicePeriod[], now: number): readonly Span[] {
  const spans: Span[] = []
  const own = periods.filter((period) => period.part === part)
  for (const { since, until, isUp } of own.toSorted((left, right) => left.since.getTime() - right.since.getTime())) {
    addGap(part, spans, since.getTime())
    spans.push({ from: since.getTime(), to: until.getTime(), isUp })
  }
  const last = spans.at(-1)
  if (last === undefined) return []
  if (now - last.to <= checkGapMs) return [...spans.slice(0, -1), { ...last, to: Math.max(now, last.to) }]
  addGap(part, spans, now)
  return spans
}

function addGap(part: ServicePart, spans: Span[], to: number): void {
  const from = spans.at(-1)?.to
  if (part === 'service' && from !== undefined && to - from > checkGapMs) spans.push({ from, to, isUp: false })
}

function describePart(part: ServicePart, spans: readonly Span[], now: number): PartHistory {
  const today = Math.floor(now / dayMs) * dayMs
  const last = spans.at(-1)
  return {
    part,
    isUp: last !== undefined && last.to >= now ? last.isUp : undefined,
    share: getShare(spans, today - (historyDays - 1) * dayMs, now),
    days: Array.from({ length: historyDays }, (_, index) => {
      const start = today - (historyDays - 1 - index) * dayMs
      return { day: new Date(start).toISOString().slice(0, 10), share: getShare(spans, start, start + dayMs) }
    }),
  }
}

function getShare(spans: readonly Span[], from: number, to: number): number | undefined {
  const getMs = ({ from: start, to: end }: Span) => Math.max(0, Math.min(end, to) - Math.max(start, from))
  const sum = (chosen: readonly Span[]) => chosen.reduce((ms, span) => ms + getMs(span), 0)
  const checked = sum(spans)
  return checked === 0 ? undefined : sum(spans.filter(({ isUp }) => isUp)) / checked
}

function listIncidents(part: ServicePart, spans: readonly Span[], now: number): readonly Incident[] {
  return spans.flatMap(({ from, to, isUp }, index) => {
    if (isUp) return []
    const lasts = index === spans.length - 1 && to >= now
    return [{ part, since: new Date(from).toISOString(), until: lasts ? undefined : new Date(to).toISOString() }]
  })
}
