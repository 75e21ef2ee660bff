import { getReportParameters, type Report, type ReportColumn, type ReportTable } from '@bridge/translation'

const dates = {
  period: 'A period: by default the fiscal year to date.',
  asOf: 'One day: by default today.',
} as const

/** The report parameters and what they do. */
const parameterTexts: Readonly<Record<string, string>> = {
  start_date: 'First day, `YYYY-MM-DD`, together with `end_date`.',
  end_date: 'Last day, together with `start_date`.',
  report_date: 'The day of the report, `YYYY-MM-DD`.',
  date_macro: 'A period by name, for example `Last Month`, in any case.',
  accounting_method: '`Accrual` or `Cash`. By default the preference of the company file.',
  summarize_column_by: 'One column per period or name',
  customer: 'IDs of customers and jobs, separated by commas.',
  vendor: 'IDs of vendors, separated by commas.',
  item: 'IDs of items, separated by commas.',
  class: 'IDs of classes, separated by commas.',
  classid: 'The same as `class`.',
  employee: 'IDs of employees, separated by commas.',
  name: 'IDs of customers, jobs, vendors and employees, separated by commas.',
  account: 'IDs of accounts, separated by commas.',
  account_type: 'One type of accounts, for example `Bank` or `AccountsReceivable`.',
  source_account_type: 'The same as `account_type`.',
  transaction_type: 'Types of transactions, for example `Invoice,Payment`.',
  start_moddate: 'The first day of modification, `YYYY-MM-DD`, with or without `end_moddate`.',
  end_moddate: 'The last day of modification.',
  moddate_macro: 'The days of modification by name, instead of `start_moddate` and `end_moddate`.',
  sort_by: 'The key of a column.',
  sort_order: '`ascend` or `descend`, by `sort_by` or the first column.',
}

/** Writes a report's page as Markdown, with the sample company's response. */
export function writeReportDocument(table: ReportTable, example: Report): string {
  const { name, summary, desktop } = table
  const differences = listDifferences(table)
  return [
    `# ${name}`,
    summary,
    `\`GET /v3/company/{realmId}/reports/${name}\` runs ${desktop.type} in QuickBooks Desktop. ${dates[table.dates]}`,
    '## Parameters',
    formatTable(
      ['Parameter', 'Value'],
      getReportParameters(table).map((parameter) => [`\`${parameter}\``, describeParameter(parameter, table)]),
    ),
    'Other parameters of QuickBooks Online return [REPORT_UNSUPPORTED_OPTION](/docs/errors/REPORT_UNSUPPORTED_OPTION) unless they have their default value.',
    '## Columns',
    formatTable(['Title', 'Type', 'Key'], listColumns(example.Columns.Column)),
    ...(differences.length === 0
      ? []
      : ['## Differences from QuickBooks Online', differences.map((text) => `- ${text}`).join('\n')]),
    '## Example response',
    'Of the sample company of a sandbox, with no more than two rows of each section.',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ].join('\n\n')
}

/** Returns what differs in this report, and in all reports with such a filter. */
function listDifferences({ differences = [], filters }: ReportTable): readonly string[] {
  return [
    ...differences,
    ...(filters.includes('customer')
      ? ['A filter by a customer does not include its jobs, which have their own IDs.']
      : []),
    ...(filters.length > 0
      ? ['An ID that the company file does not have returns [2500](/docs/errors/2500) instead of an empty report.']
      : []),
  ]
}

function describeParameter(parameter: string, { summarizesBy }: ReportTable): string {
  const text = parameterTexts[parameter] ?? ''
  if (parameter !== 'summarize_column_by') return text
  return `${text}: ${['Total', ...summarizesBy].map((value) => `\`${value}\``).join(', ')}.`
}

/** Returns each column's title, type and key. A nested column's title begins with the one above it. */
function listColumns(columns: readonly ReportColumn[], above = ''): string[][] {
  return columns.flatMap(({ ColTitle: title, ColType: type, MetaData: values = [], Columns: inner }) => {
    const path = above === '' ? title : `${above} › ${title}`
    const key = values.find(({ Name: name }) => name === 'ColKey')?.Value ?? ''
    return [[path, type, key === '' ? '' : `\`${key}\``], ...(inner ? listColumns(inner.Column, path) : [])]
  })
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
