import { formatEpoch } from '../qbxml/times.ts'
import { dateLiteral, timeLiteral } from './literal.ts'
import type { Condition } from './query.ts'

/** A range with both ends included; an end that is missing is open. */
export interface Range<T> {
  readonly from?: T | undefined
  readonly to?: T | undefined
}

/** What QuickBooks takes as dates (facts/qbxml.md, section 2.3). */
const firstDay = '1970-01-01'
const lastDay = '2038-01-19'
const firstSecond = 0
const lastSecond = Date.UTC(2038, 0, 19) / 1000

/** QuickBooks' offsets can be an hour off in summer: ranges of times are pushed down wider than that. */
const slack = 2 * 3600

/** A range that QuickBooks can be asked for; `empty` where no record can lie in it. */
export type DesktopRange = Range<string> | 'empty'

/** The days that conditions on a date leave. Strict bounds become inclusive ones a day over (specification, 4.3 rule 8). */
export function daysOf(conditions: readonly Condition[], name: string): DesktopRange {
  const { from, to } = conditions.reduce<Range<string>>(
    (range, condition) => narrowed(range, dayRange(condition, name)),
    {},
  )
  if ((from ?? firstDay) > (to ?? lastDay) || (from ?? firstDay) > lastDay || (to ?? lastDay) < firstDay) return 'empty'
  return { ...(from !== undefined && from > firstDay && { from }), ...(to !== undefined && to < lastDay && { to }) }
}

function narrowed<T extends string | number>(range: Range<T>, { from, to }: Range<T>): Range<T> {
  const start = range.from === undefined || (from !== undefined && from > range.from) ? from : range.from
  const end = range.to === undefined || (to !== undefined && to < range.to) ? to : range.to
  return { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) }
}

function dayRange({ operator, values }: Condition, name: string): Range<string> {
  const days = values.map((value) => dateLiteral(value, name)).sort()
  const [first = firstDay] = days
  switch (operator) {
    case '<':
      return { to: daysFrom(first, -1) }
    case '>':
      return { from: daysFrom(first, 1) }
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

/** A day before or after another one; days that QuickBooks does not know stay as they are, for no record lies near them. */
function daysFrom(day: string, days: number): string {
  return day < firstDay || day > lastDay
    ? day
    : new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** How many seconds a range of days or times leaves, an open end reaching as far as QuickBooks' calendar. */
export function lengthOf({ from = firstDay, to = lastDay }: Range<string>): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

/**
 * The times of the last change that conditions leave, widened by what QuickBooks' clock may be off.
 *
 * @param ofCreation conditions on the time of creation: nothing changes before it is created
 */
export function timesOf(conditions: readonly Condition[], ofCreation: readonly Condition[] = []): DesktopRange {
  const ranges = [
    ...conditions.map((condition) => secondRange(condition, 'MetaData.LastUpdatedTime')),
    ...ofCreation.map((condition) => ({ from: secondRange(condition, 'MetaData.CreateTime').from })),
  ]
  const { from, to } = ranges.reduce<Range<number>>(narrowed, {})
  if ((from ?? firstSecond) > (to ?? lastSecond)) return 'empty'
  const start = from === undefined ? undefined : from - slack
  const end = to === undefined ? undefined : to + slack
  if ((start ?? firstSecond) > lastSecond || (end ?? lastSecond) < firstSecond) return 'empty'
  return {
    ...(start !== undefined && start > firstSecond && { from: formatEpoch(start) }),
    ...(end !== undefined && end < lastSecond && { to: formatEpoch(end) }),
  }
}

function secondRange({ operator, values }: Condition, name: string): Range<number> {
  const spans = values.map((value) => timeLiteral(value, name))
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
