import { type Report, reports } from '@bridge/translation'
import { takeFitting } from '../tools/fit.ts'
import type { JsonObject, Tool } from '../tools/tool.ts'
import { requireSuccess } from '../tools/tool-error.ts'
import { flattenColumns, flattenRows } from './flatten-report.ts'
import { readOnly } from './read-only.ts'

interface ReportInput {
  readonly report: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly start?: number
}

/** Runs a report. */
export const runReport: Tool = {
  name: 'run_report',
  title: 'Run a report',
  description:
    'A QuickBooks report as rows. Common parameters: start_date, end_date, date_macro ("This Fiscal Year-to-date"), accounting_method (Cash, Accrual), summarize_column_by (Month, Customers, …); report_date for balances and aging. describe has the rest.',
  inputSchema: {
    type: 'object',
    properties: {
      report: { enum: reports.map(({ name }) => name) },
      parameters: { type: 'object', additionalProperties: { type: 'string' } },
      start: { type: 'integer', minimum: 1 },
    },
    required: ['report'],
    additionalProperties: false,
  },
  annotations: readOnly,
  scope: 'bridge.read',
  sendsCalls: true,
  async run({ calls }, input) {
    const { report: name, parameters = {}, start = 1 } = input as unknown as ReportInput
    const response = await calls.send({ method: 'GET', path: `/reports/${name}`, parameters })
    const report = requireSuccess(response).body as unknown as Report
    const rows = flattenRows(report.Rows).slice(start - 1)
    const shown = takeFitting(rows)
    return {
      isError: false,
      structured: {
        ...describeHeader(report),
        columns: flattenColumns(report.Columns.Column),
        rows: shown,
        ...(shown.length < rows.length && { next: start + shown.length }),
      },
    }
  },
}

function describeHeader({ Header: header }: Report): JsonObject {
  return {
    report: header.ReportName,
    basis: header.ReportBasis,
    from: header.StartPeriod,
    to: header.EndPeriod,
    currency: header.Currency,
  }
}
