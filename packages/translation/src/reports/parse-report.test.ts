import { describe, expect, test } from 'vitest'
import { parseParameters } from '../../test/run-report.fixture.ts'
import { catchFault } from '../../test/translation.fixture.ts'
import { formatDay } from './dates/day.ts'
import { getReportParameters, parseReport } from './parse-report.ts'
import { reports } from './tables/index.ts'

function parse(name: string, parameters: string) {
  return parseReport(name, parseParameters(parameters))
}

test('finds a report in any case [dp-4.6:1]', () => {
  expect(parse('profitandloss', '').table.name).toBe('ProfitAndLoss')
})

test.each(['CashFlow', 'SalesByProduct', '', '__proto__'])('rejects the report %j [dp-7.2:REPORT_UNKNOWN]', (name) => {
  const fault = catchFault(() => parse(name, ''))
  expect(fault.code).toBe('REPORT_UNKNOWN')
  expect(fault.detail).toContain('ProfitAndLossDetail, BalanceSheet')
  expect(fault.detail).toContain('InventoryValuationSummary')
})

describe('dates', () => {
  test('reads a pair of dates, including a leap day [dp-4.6:1]', () => {
    const { dates } = parse('ProfitAndLoss', 'start_date=2024-02-29&end_date=9999-12-31')
    expect(dates.kind === 'period' && [dates.from, dates.to].map(formatDay)).toEqual(['2024-02-29', '9999-12-31'])
  })

  test.each([
    'start_date=2026-01-01',
    'end_date=2026-01-01',
    'start_date=2026-01-01&end_date=',
    'start_date=2026-02-31&end_date=2026-03-01',
    'start_date=2025-02-29&end_date=2026-03-01',
    'start_date=0000-01-01&end_date=2026-03-01',
    'start_date=1900-12-31&end_date=2026-03-01',
    'start_date=2026-1-1&end_date=2026-03-01',
    'start_date=2026-03-02&end_date=2026-03-01',
    'start_date=2026-03-01&start_date=2026-03-02&end_date=2026-03-05',
    'date_macro=Last%20Decade',
    'date_macro=Today&start_date=2026-01-01',
    'date_macro=Today&end_date=2026-01-01',
    'date_macro=nonsense&start_date=2026-01-01&end_date=2026-01-02',
  ])('rejects %s [dp-4.6:1] [dp-7.2:REPORT_INVALID_DATE]', (parameters) => {
    expect(catchFault(() => parse('ProfitAndLoss', parameters)).code).toBe('REPORT_INVALID_DATE')
  })

  test('prefers a full pair of dates to a macro, with a warning [dp-4.6:date_macro]', () => {
    const { dates, warnings } = parse('ProfitAndLoss', 'date_macro=today&start_date=2026-01-01&end_date=2026-01-02')
    expect(dates.kind).toBe('period')
    expect(warnings).toEqual(['date_macro ignored; start_date and end_date given'])
  })

  test('reads report_date on a report as of one day [dp-4.6:report_date]', () => {
    const { dates } = parse('AgedReceivables', 'report_date=2026-01-31')
    expect(dates.kind === 'asOf' && formatDay(dates.day)).toBe('2026-01-31')
    expect(catchFault(() => parse('AgedPayables', 'report_date=2026-02-30')).code).toBe('REPORT_INVALID_DATE')
  })

  test.each([
    ['AgedReceivables', 'start_date'],
    ['CustomerBalanceDetail', 'end_date'],
    ['ProfitAndLoss', 'report_date'],
    ['GeneralLedger', 'report_date'],
  ])('rejects on %s the parameter %s [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (name, parameter) => {
    const fault = catchFault(() => parse(name, `${parameter}=2026-01-01`))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element: parameter })
  })
})

describe('basis', () => {
  test('reads either basis in any case [dp-4.6:accounting_method]', () => {
    expect(parse('ProfitAndLoss', 'accounting_method=CASH').basis).toBe('Cash')
    expect(parse('GeneralLedger', 'accounting_method=Accrual').basis).toBe('Accrual')
    expect(parse('ProfitAndLoss', 'accounting_method=').basis).toBeUndefined()
  })

  test.each([
    ['ProfitAndLoss', 'Modified'],
    ['AgedReceivables', 'Accrual'],
    ['AgedPayableDetail', 'Cash'],
    ['JournalReport', 'Accrual'],
    ['InventoryValuationSummary', 'Accrual'],
  ])('rejects on %s the basis %s [dp-4.6:accounting_method] [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (name, value) => {
    const fault = catchFault(() => parse(name, `accounting_method=${value}`))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element: 'accounting_method' })
  })
})

describe('columns', () => {
  test.each(['Total', 'Month', 'Week', 'Days', 'Quarter', 'Year', 'Customers', 'Vendors', 'Classes'])(
    'summarizes profit and loss by %s [dp-4.6:summarize_column_by]',
    (value) => {
      expect(parse('ProfitAndLoss', `summarize_column_by=${value.toUpperCase()}`).summarizeBy).toBe(value)
    },
  )

  test.each([
    ['ProfitAndLoss', 'Departments'],
    ['ProfitAndLoss', 'FiscalYear'],
    ['BalanceSheet', 'Customers'],
    ['GeneralLedger', 'Month'],
    ['AgedReceivables', 'Month'],
    ['CustomerBalance', 'Month'],
  ])('rejects on %s columns by %s [dp-4.6:summarize_column_by]', (name, value) => {
    const fault = catchFault(() => parse(name, `summarize_column_by=${value}`))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element: 'summarize_column_by' })
  })

  test('accepts a total on every report', () => {
    for (const { name } of reports) expect(parse(name, 'summarize_column_by=total').summarizeBy).toBe('Total')
  })
})

describe('filters', () => {
  test('reads ID lists, repeated parameters and both class parameter names [dp-4.6:2]', () => {
    const { filters } = parse('ProfitAndLoss', 'customer=80000001-1,80000002-1&customer=80000001-1&classid=80000003-1')
    expect([...filters]).toEqual([
      ['customer', ['80000001-1', '80000002-1']],
      ['class', ['80000003-1']],
    ])
  })

  test('reads up to 1,000 IDs', () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `${80_000_000 + index}-1`).join(',')
    expect(parse('CustomerSales', `customer=${list(1_000)}`).filters.get('customer')).toHaveLength(1_000)
    expect(catchFault(() => parse('CustomerSales', `customer=${list(1_001)}`))).toMatchObject({
      code: 'REPORT_UNSUPPORTED_OPTION',
      element: 'customer',
    })
  })

  test.each([
    ['TrialBalance', 'customer=80000001-1', 'customer'],
    ['AgedReceivables', 'vendor=80000001-1', 'vendor'],
    ['BalanceSheet', 'item=80000001-1', 'item'],
    ['JournalReport', 'classid=80000001-1', 'classid'],
    ['ProfitAndLoss', 'customer=80000001-1&vendor=80000002-1', 'vendor'],
    ['ProfitAndLoss', 'customer=Jones', 'customer'],
  ])('rejects on %s the filter %s [dp-4.6:2] [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (name, parameters, element) => {
    const fault = catchFault(() => parse(name, parameters))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element })
  })
})

describe('filters by type and by modification', () => {
  test('reads an account’s type, and refuses several [dp-4.6:2]', () => {
    const { words } = parse('GeneralLedger', 'account_type=Cost of Goods Sold')
    expect([...words]).toEqual([['account_type', ['CostOfSales']]])
    const several = catchFault(() => parse('GeneralLedger', 'account_type=Bank,Income'))
    expect(several).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element: 'account_type' })
  })

  test('reads transaction types, all of which are no filter [dp-4.6:2]', () => {
    const { words } = parse('TransactionList', 'transaction_type=Invoice,ReceivePayment,payment')
    expect(words.get('transaction_type')).toEqual(['Invoice', 'ReceivePayment'])
    expect(parse('TransactionList', 'transaction_type=ALL').words.size).toBe(0)
    expect(parse('TransactionList', 'transaction_type=All,Bill').words.size).toBe(0)
  })

  test('reads either end of the modification’s range', () => {
    expect(parse('TransactionList', 'start_moddate=2026-01-31').modified).toEqual({ kind: 'range', from: 20_484 })
    expect(parse('TransactionList', 'moddate_macro=last month').modified).toEqual({
      kind: 'macro',
      macro: 'Last Month',
    })
    expect(parse('TransactionList', '').modified).toEqual({ kind: 'none' })
  })

  test.each([
    'start_moddate=2026-02-31',
    'start_moddate=2026-03-02&end_moddate=2026-03-01',
    'moddate_macro=Soon',
    'moddate_macro=Today&end_moddate=2026-03-01',
  ])('rejects %s [dp-7.2:REPORT_INVALID_DATE]', (parameters) => {
    expect(catchFault(() => parse('TransactionList', parameters)).code).toBe('REPORT_INVALID_DATE')
  })

  test.each([
    ['ProfitAndLoss', 'account=80000001-1', 'account'],
    ['GeneralLedger', 'source_account_type=Bank', 'source_account_type'],
    ['GeneralLedger', 'account=80000001-1&account_type=Bank', 'account_type'],
    ['GeneralLedger', 'vendor=80000001-1&employee=80000002-1', 'employee'],
    ['TransactionList', 'transaction_type=Statement', 'transaction_type'],
    ['JournalReport', 'end_moddate=2026-01-01', 'end_moddate'],
  ])('rejects on %s %s [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (name, parameters, element) => {
    const fault = catchFault(() => parse(name, parameters))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element })
  })

  test('reads a department where classes are departments, and rejects it elsewhere', () => {
    const parameters = parseParameters('department=80000003-1&class=80000004-1')
    const { filters } = parseReport('ProfitAndLoss', parameters, { departmentsAreClasses: true })
    expect(filters.get('class')).toEqual(['80000004-1', '80000003-1'])
    expect(catchFault(() => parseReport('ProfitAndLoss', parameters)).element).toBe('department')
  })
})

describe('order', () => {
  test('reads a column and a direction, by default the first one', () => {
    const order = (parameters: string) => parse('TransactionList', parameters).order
    expect(order('sort_by=Name')).toEqual({ columnKey: 'name', isDescending: false })
    expect(order('sort_by=subt_nat_amount&sort_order=Descend')).toEqual({
      columnKey: 'subt_nat_amount',
      isDescending: true,
    })
    expect(order('sort_order=descend')).toEqual({ isDescending: true })
    expect(order('sort_order=ascend')).toBeUndefined()
  })

  test.each([
    ['JournalReport', 'sort_by=due_date', 'sort_by', /the columns of JournalReport are tx_date, txn_type/],
    ['TransactionList', 'sort_by=due_date', 'sort_by', /the columns of TransactionList are tx_date, txn_type/],
    ['TransactionList', 'sort_order=random', 'sort_order', /ascend and descend/],
    ['TransactionList', 'columns=due_date', 'columns', /are fixed: tx_date, txn_type/],
    ['ProfitAndLoss', 'columns=total', 'columns', /are fixed\.$/],
  ])('rejects on %s %s [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (name, parameters, element, reason) => {
    const fault = catchFault(() => parse(name, parameters))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element, detail: expect.stringMatching(reason) })
  })
})

describe('other parameters', () => {
  test.each([
    'columns=tx_date',
    'department=1',
    'aging_period=30',
    'num_periods=4',
    'sort_by=due_date',
    'memo=1',
    'sort_order=random',
    'qzurl=true',
    'accounting_method=Cash&accounting_method=Accrual',
  ])('rejects %s and names it [dp-7.2:REPORT_UNSUPPORTED_OPTION]', (parameters) => {
    const fault = catchFault(() => parse('GeneralLedger', parameters))
    expect(fault).toMatchObject({ code: 'REPORT_UNSUPPORTED_OPTION', element: parameters.split('=')[0] })
  })

  test('ignores minorversion [dp-4.6:minorversion]', () => {
    expect(parse('TrialBalance', 'minorversion=75')).toEqual(parse('TrialBalance', ''))
  })

  test.each([
    'format=json&requestid=1',
    'qzurl=false',
    'sort_order=Ascend',
    'columns=&department=&customer=',
    'aging_method=Report_Date',
    'misspelled=1',
    '__proto__=1&constructor=2',
    'arpaid=all',
  ])('accepts %s', (parameters) => {
    expect(parse('TransactionList', parameters).table.name).toBe('TransactionList')
  })

  test('accepts what a report does anyway', () => {
    expect(parse('CustomerBalanceDetail', 'arpaid=Unpaid').table.name).toBe('CustomerBalanceDetail')
    expect(catchFault(() => parse('CustomerBalanceDetail', 'arpaid=Paid')).element).toBe('arpaid')
  })
})

test('lists a report’s parameters', () => {
  const parameters = reports.map((report) => [report.name, getReportParameters(report)] as const)
  expect(Object.fromEntries(parameters)).toMatchObject({
    ProfitAndLoss: [
      'start_date',
      'end_date',
      'date_macro',
      'accounting_method',
      'summarize_column_by',
      'customer',
      'vendor',
      'item',
      'class',
      'classid',
      'sort_by',
      'sort_order',
    ],
    AgedPayables: ['report_date', 'date_macro', 'vendor', 'sort_by', 'sort_order'],
    JournalReport: ['start_date', 'end_date', 'date_macro', 'sort_by', 'sort_order'],
  })
})
