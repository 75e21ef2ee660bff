import { arrange, branch, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { formatDay } from '../dates/day.ts'
import type { CompanyCalendar, ReportRequest } from '../table/report-request.ts'
import { summaries } from '../table/summarize-by.ts'
import { idFilters, modifiedFilter, wordFilters } from './filter-rows.ts'
import type { ResolvedDates } from './resolve-dates.ts'

export function createReportQuery(
  request: ReportRequest,
  { sent, modified }: ResolvedDates,
  calendar: CompanyCalendar,
): QbxmlRequest {
  const { desktop, summarizesBy } = request.table
  return arrange(
    branch(`${desktop.request}ReportQueryRq`, [
      leaf(`${desktop.request}ReportType`, desktop.type),
      createPeriod(sent),
      ...[...request.filters].map(([filter, ids]) =>
        branch(
          idFilters[filter].element,
          ids.map((id) => leaf('ListID', id)),
        ),
      ),
      ...[...request.words].map(([filter, words]) =>
        branch(
          wordFilters[filter].element,
          words.map((word) => leaf(wordFilters[filter].child, word)),
        ),
      ),
      ...(modified === undefined ? [] : [createModifiedFilter(modified)]),
      ...(summarizesBy.length > 0 ? createColumnElements(request, calendar) : []),
      ...(desktop.includeColumns ?? []).map((column) => leaf('IncludeColumn', column)),
      ...Object.entries(desktop.settings ?? {}).map(([element, value]) => leaf(element, value)),
      ...(request.basis === undefined ? [] : [leaf('ReportBasis', request.basis)]),
    ]),
  )
}

/** All dates are a macro, since a report without dates covers the fiscal year to date. */
function createPeriod(sent: ResolvedDates['sent']): Element {
  if (sent === undefined) return leaf('ReportDateMacro', 'All')
  return branch('ReportPeriod', [
    ...(sent.from === undefined ? [] : [leaf('FromReportDate', formatDay(sent.from))]),
    leaf('ToReportDate', formatDay(sent.to)),
  ])
}

function createModifiedFilter({ from, to }: NonNullable<ResolvedDates['modified']>): Element {
  return branch(modifiedFilter, [
    ...(from === undefined ? [] : [leaf('FromReportModifiedDate', formatDay(from))]),
    ...(to === undefined ? [] : [leaf('ToReportModifiedDate', formatDay(to))]),
  ])
}

function createColumnElements({ summarizeBy }: ReportRequest, { firstFiscalMonth }: CompanyCalendar): Element[] {
  const { desktop, unit } = summaries[summarizeBy]
  const isFiscal = firstFiscalMonth !== 1 && (unit === 'fiscalQuarter' || unit === 'fiscalYear')
  return [
    leaf('SummarizeColumnsBy', desktop),
    ...(isFiscal ? [leaf('ReportCalendar', 'FiscalYear')] : []),
    // Without columns for empty periods, it is unknown which columns are missing: titles are localized texts.
    ...(unit === undefined ? [] : [leaf('ReturnColumns', 'All')]),
  ]
}
