import type { DocumentedParameter, JsonSchema } from './json-schema.ts'
import { componentRef, objectSchema } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }
const date: JsonSchema = { type: 'string', format: 'date' }

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

const cells = objectSchema({ ColData: listOf(objectSchema({ value: text, id: text }, ['value'])) })
const namedValues = listOf(objectSchema({ Name: text, Value: text }))

const column = objectSchema(
  {
    ColTitle: text,
    ColType: text,
    MetaData: namedValues,
    Columns: objectSchema({ Column: listOf(componentRef('ReportColumn')) }),
  },
  ['ColTitle', 'ColType'],
)

const row: JsonSchema = {
  ...objectSchema(
    {
      Header: cells,
      Rows: objectSchema({ Row: listOf(componentRef('ReportRow')) }),
      Summary: cells,
      ColData: listOf(objectSchema({ value: text, id: text }, ['value'])),
      type: { type: 'string', enum: ['Section', 'Data'] },
      group: text,
    },
    [],
  ),
  description: 'Either a section with rows and a summary, or one line of cells.',
}

const report: JsonSchema = {
  ...objectSchema({
    Header: objectSchema(
      {
        Time: { type: 'string', format: 'date-time' },
        ReportName: text,
        DateMacro: text,
        ReportBasis: { type: 'string', enum: ['Accrual', 'Cash'] },
        StartPeriod: date,
        EndPeriod: date,
        SummarizeColumnsBy: text,
        Currency: text,
        Customer: text,
        Vendor: text,
        Item: text,
        Class: text,
        Option: namedValues,
      },
      ['Time', 'ReportName', 'Currency', 'Option'],
    ),
    Columns: objectSchema({ Column: listOf(componentRef('ReportColumn')) }),
    Rows: objectSchema({ Row: listOf(componentRef('ReportRow')) }, []),
  }),
  description: 'All values are text; amounts have two decimals. `NoReportData` is `true` for a report without figures.',
}

/** The report schemas, whose rows and columns contain each other. */
export const reportSchemas: Readonly<Record<string, JsonSchema>> = {
  Report: report,
  ReportColumn: column,
  ReportRow: row,
}

/** Query parameters shared by reports. */
export const reportParameters: readonly DocumentedParameter[] = [
  { name: 'start_date', in: 'query', description: 'First day, together with `end_date`.', schema: date },
  { name: 'end_date', in: 'query', description: 'Last day, together with `start_date`.', schema: date },
  { name: 'report_date', in: 'query', description: 'The day of an aging or balance report.', schema: date },
  {
    name: 'date_macro',
    in: 'query',
    description: 'A period by name instead of dates, for example `This Fiscal Year-to-date`, in any case.',
    schema: text,
  },
  {
    name: 'accounting_method',
    in: 'query',
    description: 'By default the preference of the company file.',
    schema: { type: 'string', enum: ['Accrual', 'Cash'] },
  },
  {
    name: 'summarize_column_by',
    in: 'query',
    schema: {
      type: 'string',
      enum: ['Total', 'Month', 'Week', 'Days', 'Quarter', 'Year', 'Customers', 'Vendors', 'Classes'],
    },
  },
  ...['customer', 'vendor', 'employee', 'name', 'item', 'class', 'account'].map((name) => ({
    name,
    in: 'query',
    description: 'IDs, separated by commas.',
    schema: text,
  })),
  { name: 'account_type', in: 'query', description: 'A type of accounts, such as `Bank`.', schema: text },
  { name: 'source_account_type', in: 'query', description: 'A type of accounts, such as `Bank`.', schema: text },
  { name: 'transaction_type', in: 'query', description: 'Types such as `Invoice`, separated by commas.', schema: text },
  { name: 'start_moddate', in: 'query', description: 'First day of modification.', schema: date },
  { name: 'end_moddate', in: 'query', description: 'Last day of modification.', schema: date },
  { name: 'moddate_macro', in: 'query', description: 'The days of modification by name.', schema: text },
  { name: 'sort_by', in: 'query', description: 'The key of a column.', schema: text },
  { name: 'sort_order', in: 'query', schema: { type: 'string', enum: ['ascend', 'descend'] } },
]
