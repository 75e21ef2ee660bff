import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const customers = { Jones: 'C-1', 'Jones:Roof': 'C-2', Idle: 'C-3' }

test('shows income and expenses by customer, from profit and loss by customer', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    basis: 'Accrual',
    columns: [
      ['Label'],
      ['Amount', 'Idle'],
      ['Amount', 'Jones'],
      ['Amount', 'Jones:Roof'],
      ['Amount', 'No name'],
      ['Total', 'TOTAL'],
    ],
    rows: `
      > Ordinary Income/Expense
      > Income
      > Total Income
      [Total Income:A] A | | 999.00 | | | 999.00
      = [Total Income] Total Total Income | | 999.00 | | | 999.00
      = Total Income | 0.00 | 100.10 | 20.00 | | 120.10
      = Total COGS | | 40.00 | | | 40.00
      = Total Expense | | 10.05 | 25.00 | 3.00 | 38.05
      = Net Ordinary Income | | 50.05 | -5.00 | -3.00 | 42.05
      = Total Other Income | | | 0.20 | | 0.20
      == Net Income | | 50.05 | -4.80 | -3.00 | 42.25
    `,
  })
  const report = runReport('CustomerIncome', '', response, { customers })
  expect(report.body.Columns.Column.map(({ ColTitle }) => ColTitle)).toEqual(['', 'Income', 'Expenses', 'Net Income'])
  expect(formatRows(report)).toBe(
    dedent(`
      Jones #C-1 | 100.10 | -50.05 | 50.05
      Jones:Roof #C-2 | 20.20 | -25.00 | -4.80
      Not Specified | 0.00 | -3.00 | -3.00
      = TOTAL | 120.30 | -78.05 | 42.25 {GrandTotal}
    `),
  )
})

test('shows expenses by vendor and month', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 26'], ['Amount', 'Feb 26'], ['Amount', 'TOTAL']],
    rows: `
      [Shell] Shell | 1.00 | 2.00 | 3.00
      No vendor | | 4.00 | 4.00
      No name | 1.00 | | 1.00
      == TOTAL | 2.00 | 6.00 | 8.00
    `,
  })
  const parameters = 'start_date=2026-01-01&end_date=2026-02-28&summarize_column_by=Month'
  expect(formatRows(runReport('VendorExpenses', parameters, response, { vendors: { Shell: 'V-1' } }))).toBe(
    dedent(`
      Shell #V-1 | 1.00 | 2.00 | 3.00
      No vendor |  | 4.00 | 4.00
      Not Specified | 1.00 |  | 1.00
      = TOTAL | 2.00 | 6.00 | 8.00 {GrandTotal}
    `),
  )
})

test('shows sales by item without item types', () => {
  const measures = ['Qty', 'Amount', '% of Sales', 'Avg Price', 'COGS', 'Avg COGS', 'Gross Margin', 'Gross Margin %']
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [
      ['Label', '', ''],
      ...measures.map((title) => ['Amount', 'Jan 26', title] as const),
      ...measures.map((title) => ['Amount', 'TOTAL', title] as const),
    ],
    rows: `
      > Inventory
      > Nails
      [Nails:Long] Long | 3 | 30.00 | 75 | 10.00 | 12.00 | 4.00 | 18.00 | 60 | 3 | 30.00 | 75 | 10.00 | 12.00 | 4.00 | 18.00 | 60
      = [Nails] Total Nails | 3 | 30.00 | 75 | | | | | | 3 | 30.00 | 75
      = Total Inventory | 3 | 30.00 | 75 | | | | | | 3 | 30.00 | 75
      > Service
      [Labor] Labor | 1.5 | 10.00 | 25% | 6.67 | | | | | 1.5 | 10.00 | 25 | 6.67
      = Total Service | 1.5 | 10.00 | 25 | | | | | | 1.5 | 10.00 | 25
      == TOTAL | | 40.00 | 100 | | | | | | | 40.00 | 100
    `,
  })
  const parameters = 'start_date=2026-01-01&end_date=2026-01-31&summarize_column_by=Month'
  const items = { Nails: { id: 'I-1' }, 'Nails:Long': { id: 'I-2' }, Labor: { id: 'I-3' } }
  const report = runReport('ItemSales', parameters, response, { items })
  expect(report.body.Columns.Column.map(({ ColTitle, Columns }) => [ColTitle, Columns?.Column.length])).toEqual([
    ['', undefined],
    ['Jan 2026', 7],
    ['Total', 7],
  ])
  expect(
    report.body.Columns.Column[2]?.Columns?.Column.map(({ ColTitle, ColType }) => `${ColTitle}/${ColType}`),
  ).toEqual([
    'Quantity/Quantity',
    'Amount/Money',
    '% of Sales/Percent',
    'Avg Price/Money',
    'COGS/Money',
    'Gross Margin/Money',
    'Gross Margin %/Percent',
  ])
  const firstPeriod = formatRows(report)
    .split('\n')
    .map((line) => line.split(' | ').slice(0, 8).join(' | '))
  expect(firstPeriod).toEqual([
    '> Nails #I-1 |  |  |  |  |  |  | ',
    '  Long #I-2 | 3 | 30.00 | 75% | 10.00 | 12.00 | 18.00 | 60%',
    '= Total Nails | 3 | 30.00 | 75% |  |  |  | ',
    'Labor #I-3 | 1.5 | 10.00 | 25% | 6.67 |  |  | ',
    '= TOTAL |  | 40.00 | 100% |  |  |  | ',
  ])
})

test('shows the stock with part numbers, and the total as a row', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [
      ['Blank'],
      ['ItemDesc', 'Item Description'],
      ['QuantityOnHand', 'On Hand'],
      ['AverageCost', 'Avg Cost'],
      ['ValueOnHand', 'Asset Value'],
      ['PercentOfTotalValue', '% of Tot Asset'],
    ],
    rows: `
      > Inventory
      [Bolt] Bolt | A bolt | -2.12345 | 1.5 | -3.19 | 100
      [Nut] Nut | A nut | 0 | | 0.00
      = Total Inventory | | -2.12345 | | -3.19 | 100
      == TOTAL | | -2.12345 | | -3.19 | 100
    `,
  })
  const items = { Bolt: { id: 'I-1', sku: 'B/17' }, Nut: { id: 'I-2' } }
  const report = runReport('InventoryValuationSummary', '', response, { items })
  expect(formatRows(report)).toBe(
    dedent(`
      Bolt #I-1 | B/17 | -2.12345 | -3.19 | 1.5
      Nut #I-2 |  | 0 | 0.00 |${' '}
      TOTAL |  | -2.12345 | -3.19 |  {GrandTotal}
    `),
  )
  expect(report.body.Rows.Row?.at(-1)).not.toHaveProperty('Summary')
})
