import { describe, expect, test } from 'vitest'
import { type ColumnOf, createReportResponse } from '../../test/desktop-report.fixture.ts'
import { collectAccounts, readRecordedReport, readRecording } from '../../test/recorded-report.fixture.ts'
import { type CompanyLists, formatRows, runReport } from '../../test/run-report.fixture.ts'
import type { Report, ReportColumn, ReportRow } from './table/report.ts'

/** A deliberate difference from a recording, which it changes to what this service shows. */
interface Difference {
  readonly because: string
  readonly part: 'header' | 'columns' | 'rows'
  readonly apply: (recorded: Report) => Report
}

interface Recording {
  readonly file: string
  readonly report: string
  readonly parameters: string
  readonly query: 'GeneralSummary' | 'GeneralDetail' | 'Aging'
  readonly columns: readonly ColumnOf[]
  readonly now: string
  readonly utcOffsetMinutes: number
  /** In addition to the accounts in the recorded sections. */
  readonly company?: CompanyLists
  readonly accountTypes?: Readonly<Record<string, string>>
  readonly differences: readonly Difference[]
}

const columnKeys: Difference = {
  because: 'columns have their keys in MetaData, as in present versions of QBO',
  part: 'columns',
  apply: (recorded) =>
    withColumns(recorded, (column) => {
      const key =
        column.ColTitle === '' ? 'account' : column.ColTitle.toLowerCase() === 'total' ? 'total' : column.ColTitle
      return { ...column, MetaData: [{ Name: 'ColKey', Value: key }, ...(column.MetaData ?? [])] }
    }),
}
const totalTitle: Difference = {
  because: 'the total is titled Total, as in later recordings',
  part: 'columns',
  apply: (recorded) =>
    withColumns(recorded, (column) => (column.ColTitle === 'TOTAL' ? { ...column, ColTitle: 'Total' } : column)),
}
const options: Difference = {
  because: 'the header has its options, which QBO added after 2014',
  part: 'header',
  apply: (recorded) => ({
    ...recorded,
    Header: {
      ...recorded.Header,
      Option: [
        { Name: 'AccountingStandard', Value: 'GAAP' },
        { Name: 'NoReportData', Value: 'false' },
      ],
    },
  }),
}
const otherCurrentAssets = replaceText(
  'Other current assets',
  'Other Current Assets',
  'later versions of QBO capitalize it',
)

const detailTypes: Readonly<Record<string, string>> = {
  tx_date: 'Date',
  subt_nat_amount: 'Money',
  rbal_nat_amount: 'Money',
}

const recordings: readonly Recording[] = [
  {
    file: 'qbo-BalanceSheet.xml',
    report: 'BalanceSheet',
    parameters: 'start_date=2014-01-01&end_date=2014-12-18',
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Dec 18, 14']],
    now: '2014-11-18T15:31:12Z',
    utcOffsetMinutes: -480,
    differences: [totalTitle, columnKeys, options, otherCurrentAssets],
  },
  {
    file: 'qbo-BalanceSheet-by-year.xml',
    report: 'BalanceSheet',
    parameters: 'start_date=2013-07-04&end_date=2015-06-21&summarize_column_by=Year',
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Dec 31, 13'], ['Amount', 'Dec 31, 14'], ['Amount', 'Jun 21, 15']],
    now: '2015-07-22T19:29:22Z',
    utcOffsetMinutes: -420,
    differences: [
      columnKeys,
      otherCurrentAssets,
      {
        because: 'columns of periods need dates, which QBO finds for all dates',
        part: 'header',
        apply: (recorded) => {
          const { Time, ReportName, DateMacro: _, ReportBasis = '', ...rest } = recorded.Header
          const dates = { StartPeriod: '2013-07-04', EndPeriod: '2015-06-21' }
          return { ...recorded, Header: { Time, ReportName, ReportBasis, ...dates, ...rest } }
        },
      },
    ],
  },
  {
    file: 'qbo-ProfitAndLoss.xml',
    report: 'ProfitAndLoss',
    parameters: 'start_date=2014-01-01&end_date=2014-01-14',
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 1 - 14, 14']],
    now: '2014-01-14T09:20:33Z',
    utcOffsetMinutes: 0,
    differences: [
      columnKeys,
      options,
      {
        because: 'the time is ISO 8601, as in later recordings',
        part: 'header',
        apply: (recorded) => ({ ...recorded, Header: { ...recorded.Header, Time: '2014-01-14T09:20:33+00:00' } }),
      },
      {
        because: 'summaries have no ID, as in later recordings',
        part: 'rows',
        apply: (recorded) =>
          withRows(recorded, (row) =>
            'Summary' in row && row.Summary !== undefined
              ? { ...row, Summary: { ColData: row.Summary.ColData.map(({ value }) => ({ value })) } }
              : row,
          ),
      },
    ],
  },
  {
    file: 'qbo-ProfitAndLoss-no-data.json',
    report: 'ProfitAndLoss',
    parameters: 'start_date=2015-01-01&end_date=2015-07-31&summarize_column_by=Customers&customer=1-1',
    query: 'GeneralSummary',
    columns: [['Label'], ['Total', 'TOTAL']],
    now: '2020-09-29T15:13:54Z',
    utcOffsetMinutes: -420,
    company: { customers: { Jones: '1-1' } },
    differences: [
      {
        because: 'IDs have the form of the desktop',
        part: 'header',
        apply: (recorded) => ({ ...recorded, Header: { ...recorded.Header, Customer: '1-1' } }),
      },
    ],
  },
  {
    file: 'qbo-GeneralLedger.json',
    report: 'GeneralLedger',
    parameters: 'date_macro=This Month-to-date',
    query: 'GeneralDetail',
    columns: [
      ['Blank'],
      ['TxnID'],
      ['TxnType'],
      ['Date'],
      ['RefNumber'],
      ['Name'],
      ['Memo'],
      ['SplitAccount'],
      ['Amount'],
      ['RunningBalance'],
    ],
    now: '2020-09-29T15:14:02Z',
    utcOffsetMinutes: -420,
    company: { customers: { "Amy's Bird Sanctuary": '1' } },
    accountTypes: {
      'Accounts Payable (A/P)': 'AccountsPayable',
      Mastercard: 'CreditCard',
      'Board of Equalization Payable': 'OtherCurrentLiability',
      'Loan Payable': 'OtherCurrentLiability',
      'Notes Payable': 'LongTermLiability',
      'Opening Balance Equity': 'Equity',
      'Retained Earnings': 'Equity',
      'Design income': 'Income',
      Services: 'Income',
    },
    differences: [
      {
        because: 'columns have types, and their keys in MetaData, as in present versions of QBO',
        part: 'columns',
        apply: (recorded) =>
          withColumns(recorded, ({ ColTitle, ColType }) => ({
            ColTitle,
            ColType: detailTypes[ColType] ?? 'String',
            MetaData: [{ Name: 'ColKey', Value: ColType }],
          })),
      },
    ],
  },
  {
    file: 'qbo-TransactionList.xml',
    report: 'TransactionList',
    parameters: 'start_date=2021-01-01&end_date=2021-12-31',
    query: 'GeneralDetail',
    columns: [
      ['Blank'],
      ['TxnID'],
      ['TxnType'],
      ['Date'],
      ['RefNumber'],
      ['Name'],
      ['Memo'],
      ['Account'],
      ['SplitAccount'],
      ['Amount'],
    ],
    now: '2021-02-08T11:41:24Z',
    utcOffsetMinutes: -480,
    company: {
      vendors: { Vendor: '12' },
      accounts: { '0100 Accounts Receivable (A/R)': { id: '67' } },
      homeCurrency: { id: '1-1', code: 'CAD' },
    },
    differences: [
      {
        because: 'the number is titled Num, as in the United States',
        part: 'columns',
        apply: (recorded) =>
          withColumns(recorded, (column) => (column.ColTitle === '#' ? { ...column, ColTitle: 'Num' } : column)),
      },
    ],
  },
  {
    file: 'qbo-AgedPayableDetail.xml',
    report: 'AgedPayableDetail',
    parameters: '',
    query: 'Aging',
    columns: [
      ['Blank'],
      ['TxnID'],
      ['TxnType'],
      ['Date'],
      ['RefNumber'],
      ['Name'],
      ['DueDate'],
      ['Aging'],
      ['OpenBalance'],
      ['Amount'],
    ],
    now: '2018-07-13T16:58:36Z',
    utcOffsetMinutes: -420,
    company: { vendors: { Robot: '85', 'Robot Parts': '85' } },
    differences: [
      replaceText('Text replacment', '91 or more days past due', 'the recording has no text of a bucket'),
      replaceText('Total', 'Total for 91 or more days past due', 'the recording has no text of a bucket'),
      replaceText('.00', '-12345578.00', 'sums are those of the rows, which the recording replaced'),
    ],
  },
]

describe.each(recordings)('$file', (recording) => {
  const recorded = readRecordedReport(recording.file)
  const expected = recording.differences.reduce((report, { apply }) => apply(report), recorded)
  const { body } = run(recording, recorded)

  test('the header equals the recording’s, in its order [dp-2.4:5]', () => {
    expect(JSON.stringify(body.Header)).toBe(JSON.stringify(expected.Header))
  })

  test('the columns equal the recording’s', () => {
    expect(body.Columns).toEqual(expected.Columns)
  })

  test('the rows equal the recording’s, with IDs, groups and types [dp-2.4:5]', () => {
    expect(formatRows({ body })).toBe(formatRows({ body: expected }))
    expect(listTypes(body.Rows.Row ?? [])).toEqual(listTypes(expected.Rows.Row ?? []))
  })

  test.each(recording.differences)('the recording differs because $because', ({ part, apply }) => {
    expect(['header', 'columns', 'rows']).toContain(part)
    expect(JSON.stringify(apply(recorded))).not.toBe(JSON.stringify(recorded))
  })
})

test('the sections equal the recorded profit and loss detail’s', () => {
  const recorded = readRecording('qbo-ProfitAndLossDetail-two-columns.xml')
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnType'], ['Amount']],
    rows: `
      > Ordinary Income/Expense
      > Income
      > Services
      [Services] | Invoice | 9.00
      = [Services] Total Services | | 9.00
      = Total Income | | 9.00
      > Cost of Goods Sold
      > Cost of Goods Sold
      [Cost of Goods Sold] | Invoice | 4.00
      = [Cost of Goods Sold] Total Cost of Goods Sold | | 4.00
      = Total COGS | | 4.00
      = Gross Profit | | 5.00
      > Expense
      > Advertising
      [Advertising] | Check | 1.00
      = [Advertising] Total Advertising | | 1.00
      = Total Expense | | 1.00
      = Net Ordinary Income | | 4.00
      > Other Income/Expense
      > Other Expense
      > Miscellaneous
      [Miscellaneous] | Check | 2.00
      = [Miscellaneous] Total Miscellaneous | | 2.00
      = Total Other Expense | | 2.00
      = Net Other Income | | -2.00
      == Net Income | | 2.00
    `,
  })
  const shown = formatRows(runReport('ProfitAndLossDetail', '', response))
  const texts = [...shown.matchAll(/^ *[>=] (.*?) \|/gm)].map(([, text = '']) => text)
  expect(texts).toHaveLength(22)
  for (const text of texts) expect(recorded).toContain(`<ColData value="${text}" />`)
})

function run({ file, report, parameters, query, columns, ...rest }: Recording, recorded: Report) {
  const rows = readRecording(`${file.replace(/\.\w+$/, '')}.desktop.txt`)
  const basis = recorded.Header.ReportBasis ?? 'None'
  const sections = query === 'GeneralDetail' && recorded.Rows.Row?.some((row) => 'ColData' in row)
  const accounts = Object.entries(sections ? {} : collectAccounts(recorded.Rows.Row ?? [])).map(
    ([name, account]) => [name, { ...account, type: rest.accountTypes?.[name] ?? 'Bank' }] as const,
  )
  const company = { ...rest.company, accounts: { ...rest.company?.accounts, ...Object.fromEntries(accounts) } }
  const calendar = { utcOffsetMinutes: rest.utcOffsetMinutes, firstFiscalMonth: 1 }
  const response = createReportResponse({ query, columns, rows, basis })
  return runReport(report, parameters, response, company, { now: new Date(rest.now), calendar })
}

function withColumns(report: Report, change: (column: ReportColumn) => ReportColumn): Report {
  return { ...report, Columns: { Column: report.Columns.Column.map(change) } }
}

function withRows(report: Report, change: (row: ReportRow) => ReportRow): Report {
  const changeAll = (rows: readonly ReportRow[]): readonly ReportRow[] =>
    rows.map((row) => {
      const changed = change(row)
      return 'ColData' in changed || changed.Rows?.Row === undefined
        ? changed
        : { ...changed, Rows: { Row: changeAll(changed.Rows.Row) } }
    })
  return { ...report, Rows: { Row: changeAll(report.Rows.Row ?? []) } }
}

/** Replaces a value, or the rest of one beginning with `Total`. */
function replaceText(from: string, to: string, because: string): Difference {
  const replace = (text: string): string =>
    text
      .replaceAll(`"value":"${from}"`, `"value":"${to}"`)
      .replaceAll(`"value":"Total ${from}"`, `"value":"Total ${to}"`)
  return { because, part: 'rows', apply: (recorded) => JSON.parse(replace(JSON.stringify(recorded))) as Report }
}

/** Returns the row types, in order. */
function listTypes(rows: readonly ReportRow[]): readonly string[] {
  return rows.flatMap((row) => [String(row.type), ...('ColData' in row ? [] : listTypes(row.Rows?.Row ?? []))])
}
