import type { ReportTable } from '../table/report-table.ts'

export const agedReceivables: ReportTable = {
  name: 'AgedReceivables',
  summary: 'Open balances of customers by days past due.',
  desktop: { request: 'Aging', type: 'ARAgingSummary', settings: { ReportAgingAsOf: 'ReportEndDate' } },
  dates: 'asOf',
  withoutDates: 'today',
  hasBasis: false,
  summarizesBy: [],
  filters: ['customer'],
  lists: ['customer'],
  differences: ['The buckets are those of the preferences of the company file.'],
  layout: {
    kind: 'summary',
    first: { type: 'Customer', key: 'customer', list: 'customer' },
    columns: 'buckets',
    blanksZeros: true,
    rows: { total: { title: 'TOTAL', group: 'GrandTotal', blank: '0.00' } },
  },
}
