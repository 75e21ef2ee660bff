import { child, childText, type Element } from '@bridge/qbxml'
import { addDays, dayOfMonth, endOfWeek, startOfMonths } from '../host/calendar.ts'
import { hostDate } from '../host/host-time.ts'
import { resolveDateMacro } from '../queries/date-macro.ts'
import { checkRange } from '../queries/filters.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { allDates, type Period } from './period-text.ts'

/**
 * Returns a report request's period: its dates, either of which may be missing, or its macro. Without any, it is the
 * fiscal year to date. Throws status 3030 if it ends before it begins.
 */
export function readPeriod(request: Element, { switches, now }: RequestContext): Period {
  const today = hostDate(switches, now)
  const dates = child(request, 'ReportPeriod')
  const macro = childText(request, 'ReportDateMacro')
  if (dates !== undefined) {
    const from = childText(dates, 'FromReportDate') || allDates.from
    const to = childText(dates, 'ToReportDate') || allDates.to
    checkRange(from, to)
    return { from, to }
  }
  if (macro === 'All') return allDates
  if (macro === undefined) return { from: startOfMonths(today, 12, switches.fiscalMonth), to: today }
  const [from, to] = resolveDateMacro(macro.replace(/Quarter|Year/, 'Fiscal$&'), today)
  return { from, to }
}

type EndOfUnit = (date: string, firstMonth: number) => string

/** The time units that divide a period into columns, with the last day in a date's unit. */
const units: ReadonlyMap<string, EndOfUnit> = new Map<string, EndOfUnit>([
  ['Day', (date) => date],
  ['Week', endOfWeek],
  ['Month', (date, firstMonth) => endOfMonths(date, 1, firstMonth)],
  ['Quarter', (date, firstMonth) => endOfMonths(date, 3, firstMonth)],
  ['Year', (date, firstMonth) => endOfMonths(date, 12, firstMonth)],
])

function endOfMonths(date: string, length: number, firstMonth: number): string {
  return dayOfMonth(startOfMonths(date, length, firstMonth), length - 1, 31)
}

/** Whether a `SummarizeColumnsBy` value is a time unit. */
export function isTimeUnit(name: string): boolean {
  return units.has(name)
}

/** Divides a period into units; the first and last are cut off at its ends. */
export function splitPeriod({ from, to }: Period, unit: string, firstMonth: number): readonly Period[] {
  const getEnd = units.get(unit) ?? (() => to)
  const periods: Period[] = []
  for (let start = from; ; ) {
    const end = getEnd(start, firstMonth)
    // The last unit in the year 9999 can end after it.
    if (end >= to || end.startsWith('+')) return [...periods, { from: start, to }]
    periods.push({ from: start, to: end })
    start = addDays(end, 1)
  }
}
