import { parseMessageSetResponse } from '@bridge/qbxml'
import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { readRecording } from '../../../test/recorded-report.fixture.ts'
import { formatRows, runReport } from '../../../test/run-report.fixture.ts'

test('reads every kind of row of a recorded balance sheet [dp-2.4:5]', () => {
  const [response] = parseMessageSetResponse(readRecording('desktop-BalanceSheetStandard.xml')).responses
  if (response === undefined) throw new Error('The recording has no response.')
  const accounts = {
    'Accounts Payable': { id: 'A-1' },
    Amex: { id: 'A-2' },
    'Amex:Amex sub': { id: 'A-3' },
    'Amex sub': { id: 'A-4' },
  }
  const report = runReport('BalanceSheet', '', response, { accounts })
  expect(report.body.Header).toMatchObject({ ReportBasis: 'Accrual', SummarizeColumnsBy: 'Total' })
  const lines = formatRows(report).split('\n')
  expect(lines.slice(26, 39)).toEqual([
    '    > Current Liabilities |  {CurrentLiabilities}',
    '      > Accounts Payable |  {AP}',
    '        Accounts Payable #A-1 | 442.58',
    '      = Total Accounts Payable | 442.58 {AP}',
    '      > Credit Cards |  {CreditCards}',
    '        > Amex #A-2 | ',
    '          Amex sub #A-3 | 87.10',
    '        = Total Amex | 87.10',
    '        Visa Card | 52.73',
    '      = Total Credit Cards | 139.83 {CreditCards}',
    '      > Other Current Liabilities |  {OtherCurrentLiabilities}',
    '        Accrued Bonus | 79.00',
    '        Payroll Tax Liabilities | 1.26',
  ])
  expect(lines.slice(-6)).toEqual([
    '  = Total Liabilities | 777.12 {Liabilities}',
    '  > Equity |  {Equity}',
    '    Retained Earnings | 6606.39',
    '    Net Income | 1352.68 {NetIncome}',
    '  = Total Equity | 7959.07 {Equity}',
    '= TOTAL LIABILITIES AND EQUITY | 8736.19 {TotalLiabilitiesAndEquity}',
  ])
})

test('balance sheets have no total over periods, since balances do not add up', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 31, 26'], ['Amount', 'Feb 28, 26'], ['Amount', 'TOTAL']],
    rows: `
      > ASSETS
      [Checking] Checking | 1.00 | 2.00 | 3.00
      == TOTAL ASSETS | 1.00 | 2.00 | 3.00
    `,
  })
  const parameters = 'start_date=2026-01-01&end_date=2026-02-28&summarize_column_by=Month'
  const report = runReport('BalanceSheet', parameters, response)
  expect(report.body.Columns.Column.map(({ ColTitle }) => ColTitle)).toEqual(['', 'Jan 2026', 'Feb 2026'])
  expect(formatRows(report)).toContain('= TOTAL ASSETS | 1.00 | 2.00 {TotalAssets}')
})

test('gives no ID to names shared by two accounts, or missing', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 15, 26']],
    rows: `
      > ASSETS
      > Bank
      [Bank:Euro] Euro | 1.00
      = [Bank] Total Bank | 1.00
      > Cash
      [Cash:Euro] Euro | 2.00
      = [Cash] Total Cash | 2.00
      [Gone] Gone | -1.00
      == TOTAL ASSETS | 2.00
    `,
  })
  const accounts = { 'Bank:Euro': { id: 'A-1' }, 'Cash:Euro': { id: 'A-2' } }
  const lines = formatRows(runReport('BalanceSheet', '', response, { accounts })).split('\n')
  expect(lines.map((line) => line.trim())).toEqual([
    '> ASSETS |  {TotalAssets}',
    '> Bank |',
    'Euro #A-1 | 1.00',
    '= Total Bank | 1.00',
    '> Cash |',
    'Euro #A-2 | 2.00',
    '= Total Cash | 2.00',
    'Gone | -1.00',
    '= TOTAL ASSETS | 2.00 {TotalAssets}',
  ])
})
