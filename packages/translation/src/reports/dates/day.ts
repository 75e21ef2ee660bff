import { isCalendarDay } from '../../check/check-value.ts'

/** The dates QuickBooks Desktop has. */
const firstYear = 1901
const lastYear = 9999

const millisecondsPerDay = 86_400_000

/**
 * Parses `YYYY-MM-DD` to days since 1970; undefined for anything else and before 1901, where QuickBooks' dates begin.
 */
export function parseDay(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (parts === null) return undefined
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number]
  if (year < firstYear || year > lastYear || !isCalendarDay(year, month, date)) return undefined
  return createDay(year, month, date)
}

/** Creates a day. Months outside 1 to 12 belong to other years. */
export function createDay(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / millisecondsPerDay
}

/** Formats days since 1970 as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10)
}

export interface DayParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly date: number
}

export function getDayParts(day: number): DayParts {
  const time = new Date(day * millisecondsPerDay)
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, date: time.getUTCDate() }
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function getWeekday(day: number): number {
  return new Date(day * millisecondsPerDay).getUTCDay()
}

/** Returns the same date in another month, or the last day in a shorter month. */
export function addMonths(day: number, months: number): number {
  const { year, month, date } = getDayParts(day)
  return Math.min(createDay(year, month + months, date), createDay(year, month + months + 1, 1) - 1)
}

/** Returns the day at a moment, where clocks are the given minutes ahead of UTC. */
export function getDayAt(moment: Date, utcOffsetMinutes: number): number {
  return Math.floor((moment.getTime() + utcOffsetMinutes * 60_000) / millisecondsPerDay)
}
