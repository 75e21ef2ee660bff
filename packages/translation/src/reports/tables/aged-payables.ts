import type { ReportTable } from '../table/report-table.ts'

export const agedPayables: ReportTable = {
  name: 'AgedPayables',
  summary: 'Open balances to vendors by days past due.',
  desktop: { request: 'Aging', type: 'APAgingSummary', settings: { ReportAgingAsOf: 'ReportEndDate' } },
  dates: 'asOf',
  withoutDates: 'today',
  hasBasis: false,
  summarizesBy: [],
  filters: ['vendor'],
  lists: ['vendor'],
  differences: ['The buckets are those of the preferences of the company file.'],
  layout: {
    kind: 'summary',
    first: { type: 'Vendor', key: 'vendor', list: 'vendor' },
    columns: 'buckets',
    blanksZeros: true,
    rows: { total: { title: 'TOTAL', group: 'GrandTotal', blank: '0.00' } },
  },
}
