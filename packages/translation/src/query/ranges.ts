import { formatEpoch } from '@bridge/qbxml'
import { parseDateLiteral, parseTimeLiteral } from './literal.ts'
import type { Condition } from './query.ts'

/** A range including both ends; a missing end is open. */
export interface Range<T> {
  readonly from?: T | undefined
  readonly to?: T | undefined
}

// The first and the last day in QuickBooks Desktop's calendar.
const firstDay = '1970-01-01'
const lastDay = '2038-01-19'
const firstSecond = 0
const lastSecond = Date.UTC(2038, 0, 19) / 1000

/**
 * How many seconds wider pushed-down time ranges are, since offsets printed by QuickBooks can be an hour off in summer.
 */
const slack = 2 * 3600

/** A range within QuickBooks' calendar; `empty` if no record can be in it. */
export type DesktopRange = Range<string> | 'empty'

/** Returns the days matching all conditions. Strict bounds become inclusive on the next day [dp-4.3.8]. */
export function toDayRange(conditions: readonly Condition[], name: string): DesktopRange {
  const { from, to } = conditions.reduce<Range<string>>(
    (range, condition) => intersect(range, toDays(condition, name)),
    {},
  )
  if ((from ?? firstDay) > (to ?? lastDay) || (from ?? firstDay) > lastDay || (to ?? lastDay) < firstDay) return 'empty'
  return { ...(from !== undefined && from > firstDay && { from }), ...(to !== undefined && to < lastDay && { to }) }
}

function intersect<T extends string | number>(range: Range<T>, { from, to }: Range<T>): Range<T> {
  const start = range.from === undefined || (from !== undefined && from > range.from) ? from : range.from
  const end = range.to === undefined || (to !== undefined && to < range.to) ? to : range.to
  return { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) }
}

function toDays({ operator, values }: Condition, name: string): Range<string> {
  const days = values.map((value) => parseDateLiteral(value, name)).sort()
  const [first = firstDay] = days
  switch (operator) {
    case '<':
      return { to: addDays(first, -1) }
    case '>':
      return { from: addDays(first, 1) }
    case '<=':
      return { to: first }
    case '>=':
      return { from: first }
    case '!=':
      return {}
    default:
      return { from: first, to: days.at(-1) ?? first }
  }
}

/** Adds days to a date. Leaves dates outside QuickBooks' calendar unchanged, since no record is near them. */
function addDays(day: string, days: number): string {
  return day < firstDay || day > lastDay
    ? day
    : new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the length of a day or time range. Open ends reach as far as QuickBooks' calendar. */
export function getRangeSeconds({ from = firstDay, to = lastDay }: Range<string>): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

/**
 * Returns the modification times matching all conditions, widened by the host clock's error.
 *
 * @param created conditions on the creation time: nothing changes before it is created
 */
export function toTimeRange(conditions: readonly Condition[], created: readonly Condition[] = []): DesktopRange {
  const ranges = [
    ...conditions.map((condition) => toSeconds(condition, 'MetaData.LastUpdatedTime')),
    ...created.map((condition) => ({ from: toSeconds(condition, 'MetaData.CreateTime').from })),
  ]
  const { from, to } = ranges.reduce<Range<number>>(intersect, {})
  if ((from ?? firstSecond) > (to ?? lastSecond)) return 'empty'
  const start = from === undefined ? undefined : from - slack
  const end = to === undefined ? undefined : to + slack
  if ((start ?? firstSecond) > lastSecond || (end ?? lastSecond) < firstSecond) return 'empty'
  return {
    ...(start !== undefined && start > firstSecond && { from: formatEpoch(start) }),
    ...(end !== undefined && end < lastSecond && { to: formatEpoch(end) }),
  }
}

function toSeconds({ operator, values }: Condition, name: string): Range<number> {
  const spans = values.map((value) => parseTimeLiteral(value, name))
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  switch (operator) {
    case '<':
    case '<=':
      return { to }
    case '>':
    case '>=':
      return { from }
    case '!=':
      return {}
    default:
      return { from, to }
  }
}
