import { formatDay } from '../dates/day.ts'
import type { ResolvedDates } from '../request/resolve-dates.ts'
import type { NameValue, ReportHeader } from '../table/report.ts'
import type { CompanyCalendar, ReportRequest } from '../table/report-request.ts'

export interface HeaderFacts {
  readonly dates: ResolvedDates
  readonly calendar: CompanyCalendar
  readonly now: Date
  readonly basis: string | undefined
  readonly currency: string
  readonly hasData: boolean
  readonly formatId: (id: string) => string
}

/** Creates the header in QBO's order. Members that do not apply are absent. */
export function createHeader({ table, summarizeBy, filters, basis }: ReportRequest, facts: HeaderFacts): ReportHeader {
  const { dates, calendar, now, currency, formatId } = facts
  const shownBasis = table.hasBasis ? getBasis(facts.basis, basis) : undefined
  const ids = (name: Parameters<typeof filters.get>[0]): string | undefined =>
    filters.get(name)?.map(formatId).join(',')
  return defined({
    Time: formatTime(now, calendar.utcOffsetMinutes),
    ReportName: table.name,
    DateMacro: dates.macro,
    ReportBasis: shownBasis,
    StartPeriod: dates.shown.from === undefined ? undefined : formatDay(dates.shown.from),
    EndPeriod: dates.shown.to === undefined ? undefined : formatDay(dates.shown.to),
    SummarizeColumnsBy: table.desktop.request === 'GeneralSummary' ? summarizeBy : undefined,
    Currency: currency,
    Customer: ids('customer'),
    Vendor: ids('vendor'),
    Employee: ids('employee'),
    Item: ids('item'),
    Class: ids('class'),
    Option: createOptions(table.options, facts),
  })
}

type WithUndefined<T> = { readonly [Key in keyof T]: T[Key] | undefined }

function defined(header: WithUndefined<Required<ReportHeader>>): ReportHeader {
  return Object.fromEntries(
    Object.entries(header).filter(([, value]) => value !== undefined),
  ) as unknown as ReportHeader
}

/** The desktop shows the basis on every report with one. */
function getBasis(shown: string | undefined, requested: string | undefined): string | undefined {
  return shown === 'Cash' || shown === 'Accrual' ? shown : requested
}

function createOptions(
  options: Readonly<Record<string, string>> = {},
  { dates: { reportDate }, hasData }: HeaderFacts,
): readonly NameValue[] {
  return [
    ...Object.entries(options).map(([Name, Value]) => ({ Name, Value })),
    ...(reportDate === undefined ? [] : [{ Name: 'report_date', Value: formatDay(reportDate) }]),
    { Name: 'NoReportData', Value: String(!hasData) },
  ]
}

/** Formats a moment on clocks ahead of UTC, without a fraction. */
export function formatTime(moment: Date, utcOffsetMinutes: number): string {
  const wallTime = new Date(moment.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(utcOffsetMinutes)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${wallTime}${utcOffsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`
}
