import { expect, test } from 'vitest'
import { type ColumnOf, createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

function respond(rows: string, columns: readonly ColumnOf[] = [['Amount', 'Jan 1 - 15, 26']]) {
  return createReportResponse({ query: 'GeneralSummary', basis: 'Accrual', columns: [['Label'], ...columns], rows })
}

const company = {
  accounts: {
    Sales: { id: '80000001-1' },
    Services: { id: '80000002-1' },
    'Services:Maintenance': { id: '80000003-1' },
    Interest: { id: '80000004-1' },
    Rent: { id: '80000005-1' },
  },
  customers: { Jones: '80000010-1', 'Jones:Roof': '80000011-1' },
}

test('lifts the groups out of the desktop’s wrappers [dp-2.4:5]', () => {
  const response = respond(`
    > Ordinary Income/Expense
    > Income
    [Sales] Sales | 100.00
    > Services
    [Services:Maintenance] Maintenance | 20.00
    [Services] Services - Other | 5.00
    = [Services] Total Services | 25.00
    = Total Income | 125.00
    > Cost of Goods Sold
    [Cost of Goods Sold] Cost of Goods Sold | 40.00
    = Total COGS | 40.00
    = Gross Profit | 85.00
    > Expense
    [Rent] Rent | 90.00
    = Total Expense | 90.00
    = Net Ordinary Income | -5.00
    > Other Income/Expense
    > Other Income
    [Interest] Interest | 1.00
    = Total Other Income | 1.00
    > Other Expense
    [Fines] Fines | 2.00
    = Total Other Expense | 2.00
    = Net Other Income | -1.00
    == Net Income | -6.00
  `)
  expect(formatRows(runReport('ProfitAndLoss', '', response, company))).toBe(
    dedent(`
      > Income |  {Income}
        Sales #80000001-1 | 100.00
        > Services #80000002-1 | 5.00
          Maintenance #80000003-1 | 20.00
        = Total Services | 25.00
      = Total Income | 125.00 {Income}
      > Cost of Goods Sold |  {COGS}
        Cost of Goods Sold | 40.00
      = Total Cost of Goods Sold | 40.00 {COGS}
      = Gross Profit | 85.00 {GrossProfit}
      > Expenses |  {Expenses}
        Rent #80000005-1 | 90.00
      = Total Expenses | 90.00 {Expenses}
      = Net Operating Income | -5.00 {NetOperatingIncome}
      > Other Income |  {OtherIncome}
        Interest #80000004-1 | 1.00
      = Total Other Income | 1.00 {OtherIncome}
      > Other Expenses |  {OtherExpenses}
        Fines | 2.00
      = Total Other Expenses | 2.00 {OtherExpenses}
      = Net Other Income | -1.00 {NetOtherIncome}
      = Net Income | -6.00 {NetIncome}
    `),
  )
})

test('repeats the income as gross profit where the desktop has none', () => {
  const response = respond(`
    > Ordinary Income/Expense
    > Income
    [Sales] Sales | 100.00
    = Total Income | 100.00
    = Net Ordinary Income | 100.00
    = Net Income | 100.00
  `)
  expect(formatRows(runReport('ProfitAndLoss', '', response, company))).toContain(
    '= Gross Profit | 100.00 {GrossProfit}',
  )
})

test('keeps accounts apart that are named like sections and totals', () => {
  const response = respond(`
    > Ordinary Income/Expense
    > Income
    > Income
    [Income:Total Income] Total Income | 3.00
    [Income] Income - Other | 4.00
    = [Income] Total Income | 7.00
    > Net Income
    [Net Income:Net Income] Net Income | 5.00
    = [Net Income] Total Net Income | 5.00
    = Total Income | 12.00
    = Net Ordinary Income | 12.00
    == Net Income | 12.00
  `)
  const accounts = {
    Income: { id: 'A-1' },
    'Income:Total Income': { id: 'A-2' },
    'Net Income:Net Income': { id: 'A-3' },
  }
  expect(
    formatRows(runReport('ProfitAndLoss', '', response, { accounts }))
      .split('\n')
      .slice(0, 8),
  ).toEqual([
    '> Income |  {Income}',
    '  > Income #A-1 | 4.00',
    '    Total Income #A-2 | 3.00',
    '  = Total Income | 7.00',
    '  > Net Income | ',
    '    Net Income #A-3 | 5.00',
    '  = Total Net Income | 5.00',
    '= Total Income | 12.00 {Income}',
  ])
})

test('returns a column per period with its days, and a total [dp-4.6:summarize_column_by]', () => {
  const response = respond(
    `
    > Ordinary Income/Expense
    > Income
    [Sales] Sales | | 100.00 | 100.00
    = Total Income | 0.00 | 100.00 | 100.00
    == Net Income | 0.00 | 100.00 | 100.00
  `,
    [
      ['Amount', 'Jan 5 - 31, 26'],
      ['Amount', 'Feb 26'],
      ['Amount', 'TOTAL'],
    ],
  )
  const parameters = 'start_date=2026-01-05&end_date=2026-02-28&summarize_column_by=month'
  const report = runReport('ProfitAndLoss', parameters, response, company)
  expect(report.body.Columns.Column).toEqual([
    { ColTitle: '', ColType: 'Account', MetaData: [{ Name: 'ColKey', Value: 'account' }] },
    {
      ColTitle: 'Jan 5-31, 2026',
      ColType: 'Money',
      MetaData: [
        { Name: 'ColKey', Value: 'Jan 5-31, 2026' },
        { Name: 'StartDate', Value: '2026-01-05' },
        { Name: 'EndDate', Value: '2026-01-31' },
      ],
    },
    {
      ColTitle: 'Feb 2026',
      ColType: 'Money',
      MetaData: [
        { Name: 'ColKey', Value: 'Feb 2026' },
        { Name: 'StartDate', Value: '2026-02-01' },
        { Name: 'EndDate', Value: '2026-02-28' },
      ],
    },
    { ColTitle: 'Total', ColType: 'Money', MetaData: [{ Name: 'ColKey', Value: 'total' }] },
  ])
  expect(formatRows(report)).toContain('Sales #80000001-1 |  | 100.00 | 100.00')
  expect(report.body.Header.SummarizeColumnsBy).toBe('Month')
})

test('returns a column per customer with its ID, and a total', () => {
  const response = respond(
    `
    > Income
    [Sales] Sales | 1.00 | 2.00 | 3.00 | 6.00
    = Total Income | 1.00 | 2.00 | 3.00 | 6.00
  `,
    [
      ['Amount', 'Jones', 'Roof'],
      ['Amount', 'Jones'],
      ['Amount', 'no name'],
      ['Amount', 'TOTAL'],
    ],
  )
  const report = runReport('ProfitAndLoss', 'summarize_column_by=Customers', response, company)
  expect(report.body.Columns.Column.map(({ ColTitle, MetaData }) => [ColTitle, MetaData?.[0]?.Value])).toEqual([
    ['', 'account'],
    ['Jones:Roof', '80000011-1'],
    ['Jones', '80000010-1'],
    ['Not Specified', 'Not Specified'],
    ['TOTAL', 'total'],
  ])
})

test('shows an empty report’s sections [dp-2.4:5]', () => {
  const { body } = runReport('ProfitAndLoss', '', respond(''))
  expect(body.Header.Option).toEqual([
    { Name: 'AccountingStandard', Value: 'GAAP' },
    { Name: 'NoReportData', Value: 'true' },
  ])
  expect(body.Rows.Row?.map(({ group }) => group)).toEqual([
    'Income',
    'GrossProfit',
    'Expenses',
    'NetOperatingIncome',
    'NetIncome',
  ])
})

test('shows account numbers without the dot', () => {
  const response = respond(`
    > Income
    > 4000 · Services
    [Services:Maintenance] 4010 · Maintenance | 20.00
    [Services] 4000 · Services - Other | 5.00
    = [Services] Total 4000 · Services | 25.00
    = Total Income | 25.00
  `)
  expect(
    formatRows(runReport('ProfitAndLoss', '', response, company))
      .split('\n')
      .slice(1, 4),
  ).toEqual([
    '  > 4000 Services #80000002-1 | 5.00',
    '    4010 Maintenance #80000003-1 | 20.00',
    '  = Total 4000 Services | 25.00',
  ])
})
