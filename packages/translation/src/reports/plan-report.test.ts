import { type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import { describe, expect, test } from 'vitest'
import { createErrorResponse, createReportResponse, createResponse } from '../../test/desktop-report.fixture.ts'
import {
  type CompanyLists,
  calendar,
  createListResponse,
  now,
  parseParameters,
  runReport,
} from '../../test/run-report.fixture.ts'
import { catchFault, serializeRequest } from '../../test/translation.fixture.ts'
import { parseReport } from './parse-report.ts'
import { planReport } from './plan-report.ts'
import type { CompanyCalendar } from './table/report-request.ts'
import { reports } from './tables/index.ts'

function plan(name: string, parameters: string, from: CompanyCalendar = calendar, moment = now) {
  return planReport(parseReport(name, parseParameters(parameters)), from, moment)
}

function serializeQuery(name: string, parameters: string, from?: CompanyCalendar, moment?: Date): string {
  const [query] = plan(name, parameters, from, moment).requests
  if (query === undefined) throw new Error('There is no request.')
  return serializeRequest(query)
}

const noRows = createReportResponse({ query: 'GeneralSummary', columns: [['Label'], ['Amount', '']], rows: '' })

describe('requests', () => {
  test.each(reports.map(({ name }) => name))('requests for %s are valid', (name) => {
    for (const request of plan(name, '').requests) expect(serializeRequest(request)).toContain('QueryRq')
  })

  test('requests without dates cover the fiscal year to date [dp-4.6:1]', () => {
    expect(serializeQuery('BalanceSheet', '', { utcOffsetMinutes: 0, firstFiscalMonth: 7 })).toContain(
      '<ReportPeriod><FromReportDate>2025-07-01</FromReportDate><ToReportDate>2026-01-15</ToReportDate></ReportPeriod>',
    )
  })

  test('headers name the period of requests without dates', () => {
    const { Header } = runReport('ProfitAndLoss', '', noRows).body
    expect(Header.DateMacro).toBe('this fiscal year-to-date')
    const dated = runReport('ProfitAndLoss', 'start_date=2026-01-01&end_date=2026-01-02', noRows)
    expect(dated.body.Header).not.toHaveProperty('DateMacro')
  })

  test('requests name the filters’ list records, the columns and the basis [dp-4.6:2] [dp-4.6:accounting_method]', () => {
    const parameters =
      'start_date=2026-01-01&end_date=2026-03-31&summarize_column_by=Quarter&accounting_method=cash&customer=80000001-1,80000002-1&class=80000003-1'
    expect(serializeQuery('ProfitAndLoss', parameters, { utcOffsetMinutes: 0, firstFiscalMonth: 2 })).toBe(
      '<GeneralSummaryReportQueryRq><GeneralSummaryReportType>ProfitAndLossStandard</GeneralSummaryReportType>' +
        '<ReportPeriod><FromReportDate>2026-01-01</FromReportDate><ToReportDate>2026-03-31</ToReportDate></ReportPeriod>' +
        '<ReportEntityFilter><ListID>80000001-1</ListID><ListID>80000002-1</ListID></ReportEntityFilter>' +
        '<ReportClassFilter><ListID>80000003-1</ListID></ReportClassFilter>' +
        '<SummarizeColumnsBy>Quarter</SummarizeColumnsBy><ReportCalendar>FiscalYear</ReportCalendar>' +
        '<ReturnRows>NonZero</ReturnRows><ReturnColumns>All</ReturnColumns><ReportBasis>Cash</ReportBasis>' +
        '</GeneralSummaryReportQueryRq>',
    )
  })

  test('requests name accounts, types and the days of modification [dp-4.6:2]', () => {
    const query = serializeQuery(
      'TransactionList',
      'account=80000001-1&transaction_type=Payment,Bill&employee=80000002-1&moddate_macro=Yesterday',
    )
    expect(query).toContain(
      '<ReportAccountFilter><ListID>80000001-1</ListID></ReportAccountFilter>' +
        '<ReportEntityFilter><ListID>80000002-1</ListID></ReportEntityFilter>' +
        '<ReportTxnTypeFilter><TxnTypeFilter>ReceivePayment</TxnTypeFilter><TxnTypeFilter>Bill</TxnTypeFilter></ReportTxnTypeFilter>' +
        '<ReportModifiedDateRangeFilter><FromReportModifiedDate>2026-01-14</FromReportModifiedDate><ToReportModifiedDate>2026-01-14</ToReportModifiedDate></ReportModifiedDateRangeFilter>',
    )
    expect(serializeQuery('TransactionList', 'source_account_type=Bank&end_moddate=2026-01-01')).toContain(
      '<ReportAccountFilter><AccountTypeFilter>Bank</AccountTypeFilter></ReportAccountFilter>' +
        '<ReportModifiedDateRangeFilter><ToReportModifiedDate>2026-01-01</ToReportModifiedDate></ReportModifiedDateRangeFilter>',
    )
    expect(serializeQuery('TransactionList', 'moddate_macro=All')).not.toContain('Modified')
  })

  test('aging requests have only their date [dp-4.6:report_date]', () => {
    expect(serializeQuery('AgedPayables', 'report_date=2026-01-31')).toBe(
      '<AgingReportQueryRq><AgingReportType>APAgingSummary</AgingReportType>' +
        '<ReportPeriod><ToReportDate>2026-01-31</ToReportDate></ReportPeriod>' +
        '<ReportAgingAsOf>ReportEndDate</ReportAgingAsOf></AgingReportQueryRq>',
    )
    expect(serializeQuery('AgedPayables', '')).toContain('<ToReportDate>2026-01-15</ToReportDate>')
    expect(serializeQuery('AgedPayables', 'date_macro=Last Month')).toContain('<ToReportDate>2025-12-31</ToReportDate>')
  })

  test('balance requests without dates cover all dates, which desktop reports do not', () => {
    expect(serializeQuery('CustomerBalance', '')).toContain('<ReportDateMacro>All</ReportDateMacro>')
    expect(serializeQuery('ProfitAndLoss', 'date_macro=all')).toContain('<ReportDateMacro>All</ReportDateMacro>')
  })

  test('requests read the names in the lists shown by cells, with inactive ones', () => {
    const requests = plan('CustomerSales', 'item=80000001-1&summarize_column_by=Classes').requests
    expect(requests.map(({ name }) => name)).toEqual([
      'GeneralSummaryReportQueryRq',
      'CustomerQueryRq',
      'ClassQueryRq',
      'ItemQueryRq',
      'CompanyQueryRq',
      'PreferencesQueryRq',
      'CurrencyQueryRq',
    ])
    expect(requests.slice(1, 3).map(serializeRequest)).toEqual([
      '<CustomerQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>FullName</IncludeRetElement><IncludeRetElement>TimeModified</IncludeRetElement><IncludeRetElement>EditSequence</IncludeRetElement></CustomerQueryRq>',
      '<ClassQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>FullName</IncludeRetElement></ClassQueryRq>',
    ])
  })

  test('requests have at most 1,000 period columns', () => {
    const tooMany = 'start_date=1901-01-01&end_date=9999-12-31&summarize_column_by=Days'
    expect(catchFault(() => plan('ProfitAndLoss', tooMany)).element).toBe('summarize_column_by')
    expect(catchFault(() => plan('ProfitAndLoss', 'date_macro=All&summarize_column_by=Month')).element).toBe(
      'summarize_column_by',
    )
  })
})

describe('the company’s calendar', () => {
  function finish(name: string, parameters: string, company: CompanyLists, from = calendar, moment = now) {
    const run = plan(name, parameters, from, moment)
    const lists = run.requests.slice(1).map((request) => createListResponse(request, company))
    return runAtOnce(run.finish([noRows, ...lists]))
  }

  const account = { Checking: { id: '80000001-1' } }

  test('only the calendar is returned if it gives other dates', () => {
    const finished = finish('ProfitAndLoss', '', { firstFiscalMonth: 'July' })
    expect(finished).toEqual({ calendar: { utcOffsetMinutes: 0, firstFiscalMonth: 7 } })
    const again = finish('ProfitAndLoss', '', { firstFiscalMonth: 'July' }, finished.calendar)
    expect(again).toMatchObject({ body: { Header: { StartPeriod: '2025-07-01', EndPeriod: '2026-01-15' } } })
  })

  test('the calendar does not matter to explicit dates and months', () => {
    const parameters = 'start_date=2026-01-01&end_date=2026-03-31&summarize_column_by=Month'
    expect(finish('ProfitAndLoss', parameters, { firstFiscalMonth: 'July' })).toHaveProperty('body')
  })

  test('the calendar decides which day is today', () => {
    const company = { accounts: account, timeModified: '2026-01-10T09:00:00-08:00' }
    const night = new Date('2026-01-15T07:59:59Z')
    const finished = finish('TrialBalance', '', company, calendar, night)
    expect(finished).toEqual({ calendar: { utcOffsetMinutes: -480, firstFiscalMonth: 1 } })
    expect(finish('TrialBalance', '', company, finished.calendar, night)).toMatchObject({
      body: { Header: { Time: '2026-01-14T23:59:59-08:00', EndPeriod: '2026-01-14' } },
    })
  })

  test('the calendar has summer time where QuickBooks prints its standard offset all year', () => {
    // The edit sequence is 16:00 UTC, when clocks in California showed 9:00.
    const company = { accounts: account, timeModified: '2026-07-01T09:00:00-08:00', editSequence: '1782921600' }
    const night = new Date('2026-07-02T06:30:00Z')
    expect(finish('TrialBalance', '', company, { utcOffsetMinutes: -480, firstFiscalMonth: 1 }, night)).toMatchObject({
      body: { Header: { Time: '2026-07-01T23:30:00-07:00', EndPeriod: '2026-07-01' } },
      calendar: { utcOffsetMinutes: -420 },
    })
  })

  test('the calendar stays as planned where the company file does not show it', () => {
    const planned = { utcOffsetMinutes: 330, firstFiscalMonth: 4 }
    const run = plan('TrialBalance', '', planned)
    const failed = run.requests.slice(1).map(() => createErrorResponse('CompanyQueryRs', 3260, 'No permission'))
    expect(runAtOnce(run.finish([noRows, ...failed]))).toMatchObject({
      body: { Header: { Time: '2026-01-15T17:30:00+05:30', StartPeriod: '2025-04-01' } },
      calendar: planned,
    })
  })
})

describe('the header', () => {
  test('the header has its members in QBO’s order [dp-2.4:5]', () => {
    const response = createReportResponse({ query: 'GeneralSummary', columns: [['Label']], rows: '', basis: 'Accrual' })
    const company = { customers: { Jones: '80000001-1' }, classes: { East: '80000002-1' } }
    const parameters = 'date_macro=LAST MONTH&customer=80000001-1&class=80000002-1&summarize_column_by=Total'
    const { Header } = runReport('profitandloss', parameters, response, company).body
    expect(JSON.stringify(Header)).toBe(
      JSON.stringify({
        Time: '2026-01-15T12:00:00+00:00',
        ReportName: 'ProfitAndLoss',
        DateMacro: 'last month',
        ReportBasis: 'Accrual',
        StartPeriod: '2025-12-01',
        EndPeriod: '2025-12-31',
        SummarizeColumnsBy: 'Total',
        Currency: 'USD',
        Customer: '80000001-1',
        Class: '80000002-1',
        Option: [
          { Name: 'AccountingStandard', Value: 'GAAP' },
          { Name: 'NoReportData', Value: 'true' },
        ],
      }),
    )
  })

  test('an aging header has its date as an option [dp-4.6:report_date]', () => {
    const response = createReportResponse({ query: 'Aging', columns: [['Label']], rows: '', basis: 'None' })
    expect(runReport('AgedReceivables', '', response).body.Header).toEqual({
      Time: '2026-01-15T12:00:00+00:00',
      ReportName: 'AgedReceivables',
      DateMacro: 'today',
      StartPeriod: '2026-01-15',
      EndPeriod: '2026-01-15',
      Currency: 'USD',
      Option: [
        { Name: 'report_date', Value: '2026-01-15' },
        { Name: 'NoReportData', Value: 'true' },
      ],
    })
    const { Header } = runReport('AgedReceivables', 'report_date=2026-01-31', response).body
    expect([Header.DateMacro, Header.StartPeriod, Header.EndPeriod]).toEqual([undefined, undefined, '2026-01-31'])
  })

  test('a balance header without dates says so', () => {
    const { Header } = runReport('VendorBalance', '', noRows).body
    expect([Header.DateMacro, Header.StartPeriod, Header.EndPeriod]).toEqual(['all', undefined, undefined])
    expect(Header.Option[0]).toEqual({ Name: 'report_date', Value: '2026-01-15' })
  })

  test('the header has the home currency', () => {
    const company = { homeCurrency: { id: '80000001-1', code: 'CAD' } }
    expect(runReport('ProfitAndLoss', '', noRows, company).body.Header.Currency).toBe('CAD')
  })
})

describe('failures', () => {
  function finishWith(name: string, parameters: string, response: QbxmlResponse, company: CompanyLists = {}) {
    return catchFault(() => runReport(name, parameters, response, company))
  }

  test.each([
    [3250, '3250'],
    [3260, '3260'],
    [3140, '2500'],
  ])('throws the fault for status %i', (status, code) => {
    const response = createErrorResponse('GeneralSummaryReportQueryRs', status, 'The message.')
    expect(finishWith('InventoryValuationSummary', '', response)).toMatchObject({
      code,
      detail: 'QuickBooks Desktop: The message.',
    })
  })

  test('rejects a filter by an ID missing from its list [dp-4.6:2]', () => {
    const company = { customers: { Jones: '80000001-1' }, vendors: { Jones: '80000002-1' } }
    expect(finishWith('ProfitAndLoss', 'customer=80000001-1,80000002-1', noRows, company)).toMatchObject({
      code: '2500',
      element: 'customer',
      detail: 'The company file has no customer with the Id "80000002-1".',
    })
  })

  test('rejects a truncated report', () => {
    const columns = [['Label'], ['Amount', '']] as const
    const response = createReportResponse({ query: 'GeneralSummary', columns, rows: '[A] A | 1.00', rowCount: 2 })
    expect(finishWith('TrialBalance', '', response).detail).toContain('it has 1 of 2 rows')
    expect(finishWith('TrialBalance', '', createResponse('GeneralSummaryReportQueryRs', [])).code).toBe('500')
  })

  test('rejects columns that do not match the periods', () => {
    const columns = [['Label'], ['Amount', 'Jan'], ['Amount', 'Mar'], ['Amount', 'Apr'], ['Amount', 'TOTAL']] as const
    const response = createReportResponse({ query: 'GeneralSummary', columns, rows: '[A] A | 1.00 | | | 1.00' })
    const parameters = 'start_date=2026-01-01&end_date=2026-02-28&summarize_column_by=Month'
    expect(finishWith('ProfitAndLoss', parameters, response).code).toBe('500')
  })

  test('passes on warnings from the request and from the desktop', () => {
    const response: QbxmlResponse = { ...noRows, statusCode: 530, statusSeverity: 'Warn', statusMessage: 'Partly.' }
    const parameters = 'start_date=2026-01-01&end_date=2026-01-02&date_macro=Today'
    expect(runReport('ProfitAndLoss', parameters, response).warnings).toEqual([
      'date_macro ignored; start_date and end_date given',
      'QuickBooks-style warning 530: Partly.',
    ])
  })
})
