import { divide } from '../dates/column-periods.ts'
import { type Period, resolveDateMacro } from '../dates/date-macros.ts'
import { formatDay, getDayAt } from '../dates/day.ts'
import type { CompanyCalendar, ReportRequest, RequestedRange } from '../table/report-request.ts'
import { summaries } from '../table/summarize-by.ts'
import { unsupported } from './unsupported.ts'

/** A report's dates in a company's calendar, in days since 1970. */
export interface ResolvedDates {
  /** The dates to send; undefined for all dates. An as-of date has no start. */
  readonly sent: { readonly from?: number; readonly to: number } | undefined
  /** As in the header. */
  readonly macro?: string
  readonly shown: { readonly from?: number; readonly to?: number }
  /** Only in reports as of one day. */
  readonly reportDate?: number
  /** The columns' periods. */
  readonly periods?: readonly Period[]
  /** The days on which transactions were modified, if they are restricted. */
  readonly modified?: { readonly from?: number; readonly to?: number }
}

const maxPeriods = 1_000

/** Resolves a request's dates. Throws REPORT_UNSUPPORTED_OPTION for too many columns. */
export function resolveDates(request: ReportRequest, calendar: CompanyCalendar, now: Date): ResolvedDates {
  const today = getDayAt(now, calendar.utcOffsetMinutes)
  const resolved =
    request.table.dates === 'asOf' ? resolveAsOf(request, calendar, today) : resolvePeriod(request, calendar, today)
  const modified = resolveRange(request.modified, calendar, today)
  return modified === undefined ? resolved : { ...resolved, modified }
}

function resolveRange(
  range: RequestedRange,
  { firstFiscalMonth }: CompanyCalendar,
  today: number,
): ResolvedDates['modified'] {
  switch (range.kind) {
    case 'none':
      return undefined
    case 'macro':
      return resolveDateMacro(range.macro, today, firstFiscalMonth)
    case 'range':
      return range
  }
}

function resolveAsOf({ table, dates }: ReportRequest, calendar: CompanyCalendar, today: number): ResolvedDates {
  if (dates.kind === 'asOf') return { sent: { to: dates.day }, shown: { to: dates.day }, reportDate: dates.day }
  const macro = dates.kind === 'macro' ? dates.macro : table.withoutDates === 'all' ? 'All' : 'Today'
  const period = resolveDateMacro(macro, today, calendar.firstFiscalMonth)
  const to = period?.to ?? today
  return {
    sent: period === undefined && table.withoutDates === 'all' ? undefined : { to },
    macro: macro.toLowerCase(),
    shown: period ?? {},
    reportDate: to,
  }
}

function resolvePeriod(request: ReportRequest, calendar: CompanyCalendar, today: number): ResolvedDates {
  const { dates, summarizeBy } = request
  const { firstFiscalMonth } = calendar
  const macro = dates.kind === 'macro' ? dates.macro : 'This Fiscal Year-to-date'
  const period = dates.kind === 'period' ? dates : resolveDateMacro(macro, today, firstFiscalMonth)
  const { unit } = summaries[summarizeBy]
  const shown = period === undefined ? {} : { from: period.from, to: period.to }
  const resolved = {
    sent: period && { from: period.from, to: period.to },
    shown,
    ...(dates.kind !== 'period' && { macro: macro.toLowerCase() }),
  }
  if (unit === undefined) return resolved
  if (period === undefined) {
    throw unsupported('summarize_column_by', `columns by ${summarizeBy} need a period with dates`)
  }
  const periods = divide(period, unit, firstFiscalMonth, maxPeriods)
  if (periods === undefined) {
    const span = `${formatDay(period.from)} to ${formatDay(period.to)}`
    throw unsupported(
      'summarize_column_by',
      `${span} has more than ${maxPeriods.toLocaleString('en-US')} columns by ${summarizeBy}`,
    )
  }
  return { ...resolved, periods }
}
