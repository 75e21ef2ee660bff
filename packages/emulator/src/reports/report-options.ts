import type { Element } from '@bridge/qbxml'
import { Unsupported } from '../requests/status-error.ts'

/** Elements every report honors. */
const common = [
  'GeneralSummaryReportType',
  'GeneralDetailReportType',
  'AgingReportType',
  'ReportPeriod',
  'ReportDateMacro',
]

/** Values asking for what every report does anyway. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  DisplayReport: ['false', '0'],
  SummarizeColumnsBy: ['TotalOnly'],
  IncludeSubcolumns: ['false', '0'],
  ReportCalendar: ['FiscalYear'],
  ReturnColumns: ['All'],
  IncludeAccounts: ['InUse'],
  ReportBasis: ['None'],
  ReportDetailLevelFilter: ['All'],
  ReportPostingStatusFilter: ['Either'],
}

/** The filters for reports over the ledger. */
export const ledgerFilters = [
  'ReportAccountFilter',
  'ReportEntityFilter',
  'ReportItemFilter',
  'ReportClassFilter',
  'ReportTxnTypeFilter',
  'ReportModifiedDateRangeFilter',
] as const

/** Rejects an option the report would ignore, unless it asks for the default. Throws `Unsupported`. */
export function checkReportOptions(request: Element, honored: readonly string[]): void {
  for (const { name, text } of request.children) {
    if (common.includes(name) || honored.includes(name) || defaults[name]?.includes(text)) continue
    throw new Unsupported(`${request.name}/${name}`)
  }
}
