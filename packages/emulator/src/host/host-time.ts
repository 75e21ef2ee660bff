import type { Switches } from './switches.ts'

const minute = 60

/** Returns whole seconds since 1970. */
export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** Returns the host's wall clock at a time, in seconds since 1970. */
export function wallClock(switches: Switches, seconds: number): number {
  return seconds + getUtcOffset(switches, seconds)
}

function getUtcOffset(switches: Switches, seconds: number): number {
  const isAhead = switches.summerTimeOffset || switches.isDaylightSaving(new Date(seconds * 1000))
  return (switches.utcOffsetMinutes + (isAhead ? 60 : 0)) * minute
}

/** Returns the date on the host's wall clock, `YYYY-MM-DD`. */
export function hostDate(switches: Switches, seconds: number): string {
  return new Date(wallClock(switches, seconds) * 1000).toISOString().slice(0, 10)
}

/**
 * Formats a time as QuickBooks prints it, for example `2012-07-26T08:46:23-05:00`: the wall clock, with an offset that
 * by default ignores daylight saving time.
 */
export function hostTime(switches: Switches, seconds: number): string {
  const wall = new Date(wallClock(switches, seconds) * 1000).toISOString().slice(0, 19)
  const offset = getPrintedOffset(switches, seconds) / minute
  return `${wall}${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`
}

function getPrintedOffset(switches: Switches, seconds: number): number {
  return switches.printsStandardOffset ? switches.utcOffsetMinutes * minute : getUtcOffset(switches, seconds)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(Z|[+-]\d{2}:\d{2})?)?)?)?$/

/**
 * Parses a filter's bound into a wall-clock time. A date without a time is its first second in a From field and its
 * last in a To field. An offset has the same meaning as in printed times. Returns `undefined` for any other text.
 */
export function parseBound(switches: Switches, text: string, bound: 'from' | 'to'): number | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const [, date, hour, minutes, seconds, offset] = match
  const time =
    hour === undefined ? (bound === 'from' ? '00:00:00' : '23:59:59') : `${hour}:${minutes ?? '00'}:${seconds ?? '00'}`
  const parsed = toSeconds(new Date(`${date}T${time}Z`))
  if (offset === undefined || Number.isNaN(parsed)) return Number.isNaN(parsed) ? undefined : parsed
  const [hours = 0, rest = 0] = offset === 'Z' ? [] : offset.slice(1).split(':').map(Number)
  const utc = parsed - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + rest) * minute
  return utc + getPrintedOffset(switches, utc)
}
