const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** How often a page looks at the clock, so how old its time can be. */
export const tickMs = 10_000

/** Returns how long ago, or in how long, a time within a day is. */
export function formatRelative(time: number, now: number): string {
  const difference = Math.abs(now - time)
  const amount =
    difference < minuteMs
      ? undefined
      : difference < hourMs
        ? `${Math.floor(difference / minuteMs)} min`
        : `${Math.floor(difference / hourMs)} h`
  if (amount === undefined) return time > now + tickMs ? 'in a moment' : 'just now'
  return time > now ? `in ${amount}` : `${amount} ago`
}

const ageUnits = [
  { name: 'days', ms: dayMs },
  { name: 'hours', ms: hourMs },
  { name: 'minutes', ms: minuteMs },
] as const

/** Returns an age in the largest unit with a count above one: `90 seconds`, `26 hours`. */
export function formatAge(ms: number): string {
  const unit = ageUnits.find((each) => ms >= 2 * each.ms) ?? { name: 'seconds', ms: 1_000 }
  return `${Math.floor(ms / unit.ms)} ${unit.name}`
}

/** Returns whether a time is less than a day away. */
export function isWithinDay(time: number, now: number): boolean {
  return Math.abs(now - time) < dayMs
}

/** Returns the local date and time, such as `22 Nov 2026, 07:03`. The year is left out in the current year. */
export function formatLocal(time: number, now: number | undefined, timeZone?: string, hasSeconds = false): string {
  const date = new Date(time)
  const isThisYear = now !== undefined && new Date(now).getFullYear() === date.getFullYear()
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(date)
}

/** Returns the exact time in UTC, such as `2026-11-22 06:03:13.120 UTC`. */
export function formatUtc(time: number): string {
  return `${new Date(time).toISOString().replace('T', ' ').replace('Z', '')} UTC`
}
