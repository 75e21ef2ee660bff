import { Fault } from '@bridge/faults'
import {
  type Element,
  type QbxmlRequest,
  type QbxmlResponse,
  readWhole,
  type Sliced,
  type StreamedResponse,
} from '@bridge/qbxml'
import { readHomeCode } from '../parts/currencies.ts'
import { getWarnings } from '../read/response.ts'
import { observeCalendar } from './read/calendar.ts'
import { readDesktopReport } from './read/desktop-report.ts'
import { createHeader } from './read/header.ts'
import { createNameIndex, type NameIndex } from './read/name-index.ts'
import { renderReport } from './read/render-report.ts'
import { createReportQuery } from './request/create-report-query.ts'
import { idFilters } from './request/filter-rows.ts'
import { createCompanyQueries, createListQuery } from './request/list-queries.ts'
import { type ResolvedDates, resolveDates } from './request/resolve-dates.ts'
import type { ListName } from './table/list-name.ts'
import type { Report } from './table/report.ts'
import type { CompanyCalendar, ReportRequest } from './table/report-request.ts'
import { summaries } from './table/summarize-by.ts'

/** Runs a report. It does no I/O: its caller exchanges the requests, and continues on errors. */
export interface ReportRun {
  /** One message set's requests. */
  readonly requests: readonly QbxmlRequest[]
  /**
   * Reads the responses. Returns only the company's calendar if it gives other dates than were sent: then the report is
   * planned again with it, once. Throws an error status's fault, 2500 for a filter by an unknown ID, and 500 for a
   * damaged report.
   */
  finish(responses: readonly StreamedResponse[]): Sliced<FinishedReport | { readonly calendar: CompanyCalendar }>
}

export interface FinishedReport {
  readonly body: Report
  readonly warnings: readonly string[]
  readonly calendar: CompanyCalendar
}

/**
 * Plans a report [dp-4.6:1]: the desktop's report query, the names whose IDs its cells show, and what the header needs,
 * in one message set. Throws REPORT_UNSUPPORTED_OPTION for a period with too many columns.
 *
 * @param calendar the company's calendar as far as it is known; `finish` compares it with the company file
 * @param formatId returns an ID as the report shows it; as in QuickBooks if absent
 */
export function planReport(
  request: ReportRequest,
  calendar: CompanyCalendar,
  now: Date,
  formatId?: NameIndex['formatId'],
): ReportRun {
  const dates = resolveDates(request, calendar, now)
  const query = createReportQuery(request, dates, calendar)
  const lists = getLists(request)
  const requests = [
    query,
    ...lists.map((list, index) => createListQuery(list, { withTimes: index === 0 })),
    ...createCompanyQueries(),
  ]
  return {
    requests,
    *finish(responses) {
      const [response, ...rest] = responses
      if (response === undefined || rest.length < requests.length - 1) {
        throw new Error('There are fewer responses than requests.')
      }
      const others = yield* readWhole(rest)
      const observed = yield* observeCalendar(others, calendar, now)
      const names = yield* createNameIndex(
        new Map(lists.flatMap((list, index) => (others[index] === undefined ? [] : [[list, others[index]]]))),
        formatId,
      )
      requireFilterIds(request, names)
      const shown = resolveDates(request, observed, now)
      if (!isSame(createReportQuery(request, shown, observed), query)) return { calendar: observed }
      return {
        body: yield* createReport(request, { response, others, names, dates: shown, calendar: observed, now }),
        warnings: [...request.warnings, ...getWarnings(response)],
        calendar: observed,
      }
    },
  }
}

/** The first list prints the company's time. */
function getLists({ table, summarizeBy, filters }: ReportRequest): readonly ListName[] {
  const { list } = summaries[summarizeBy]
  const filtered = [...filters.keys()].flatMap((filter) => idFilters[filter].lists)
  return [...new Set([...table.lists, ...(list === undefined ? [] : [list]), ...filtered])]
}

/** QBO returns an empty report for an unknown ID; here clients learn about their mistake. */
function requireFilterIds({ filters }: ReportRequest, names: NameIndex): void {
  for (const [filter, ids] of filters) {
    const { lists } = idFilters[filter]
    const unknown = ids.find((id) => lists.every((list) => names.contains(list, id) === false))
    if (unknown !== undefined) {
      throw new Fault('2500', `The company file has no ${filter} with the Id ${JSON.stringify(unknown)}.`, {
        element: filter,
      })
    }
  }
}

function isSame(left: Element, right: Element): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

interface ReportParts {
  readonly response: StreamedResponse
  readonly others: readonly QbxmlResponse[]
  readonly names: NameIndex
  readonly dates: ResolvedDates
  readonly calendar: CompanyCalendar
  readonly now: Date
}

function* createReport(
  request: ReportRequest,
  { response, others, names, dates, calendar, now }: ReportParts,
): Sliced<Report> {
  const content = yield* readDesktopReport(response)
  const { list } = summaries[request.summarizeBy]
  const subjects = { ...(dates.periods && { periods: dates.periods }), ...(list && { list }) }
  const { columns, rows, hasData } = yield* renderReport(request, content, subjects, names)
  const currency = readHomeCode(others)
  return {
    Header: createHeader(request, {
      dates,
      calendar,
      now,
      basis: content.basis,
      currency,
      hasData,
      formatId: names.formatId,
    }),
    Columns: { Column: columns },
    Rows: rows,
  }
}
