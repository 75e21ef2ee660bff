/** A place on a time axis. */
export interface Tick {
  readonly at: number
  readonly label: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const maxTicks = 7

/** Distances between ticks that people read easily. */
const steps = [
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 5, 7, 14].map((days) => days * dayMs),
]

/** Returns the ticks between two times at round local times: hours with minutes, and days with months at midnight. */
export function listTicks(since: number, until: number): Tick[] {
  const step = steps.find((each) => (until - since) / each <= maxTicks) ?? dayMs * 30
  const midnight = new Date(since)
  midnight.setHours(0, 0, 0, 0)
  const ticks: Tick[] = []
  for (let index = 0; ; index += 1) {
    const at = toLocalTime(midnight, index * step)
    if (at >= until) return ticks
    if (at > since) ticks.push({ at, label: formatTick(at) })
  }
}

/** Adds days by the calendar, because some have 23 or 25 hours. */
function toLocalTime(midnight: Date, ms: number): number {
  const days = Math.floor(ms / dayMs)
  const day = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + days)
  return day.getTime() + (ms - days * dayMs)
}

function formatTick(at: number): string {
  const date = new Date(at)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  return new Intl.DateTimeFormat(
    'en-GB',
    isMidnight ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ).format(date)
}
