import { childText, type Element } from '@bridge/qbxml'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { notEnabled, notPermitted } from '../requests/status-error.ts'
import { toDateSubtitle, toPeriodSubtitle } from './period-text.ts'
import { toReportRet } from './report.ts'
import { checkReportOptions } from './report-options.ts'
import { readReportQuery } from './report-query.ts'
import { reportTypes } from './report-types.ts'

/**
 * Runs a report request such as `GeneralSummaryReportQueryRq`. Throws status 3250 for a report whose feature is off or
 * not emulated, 3260 for a user who may not see reports, the period and filter statuses, and `Unsupported` for an
 * option the report would ignore.
 */
export function queryReport(request: Element, context: RequestContext): RequestResult {
  const { switches } = context
  if (!switches.reportAccess) throw notPermitted()
  const type = reportTypes.get(childText(request, request.name.replace('QueryRq', 'Type')) ?? '')
  if (type === undefined || (type.isStock === true && !switches.inventory)) throw notEnabled()
  checkReportOptions(request, [...type.options, ...(type.hasBasis ? ['ReportBasis'] : [])])
  const read = readReportQuery(request, context)
  const query = type.hasBasis ? read : { ...read, basis: 'Accrual' as const }
  const subtitle = type.dates === 'end' ? toDateSubtitle(query.period.to) : toPeriodSubtitle(query.period)
  const basis = type.hasBasis ? query.basis : 'None'
  return { elements: [toReportRet({ title: type.title, subtitle, basis, ...type.compute(query) })] }
}
