import type { ReportTable } from '../table/report-table.ts'

export const vendorBalance: ReportTable = {
  name: 'VendorBalance',
  summary: 'Balances of vendors.',
  desktop: { request: 'GeneralSummary', type: 'VendorBalanceSummary', settings: { ReturnRows: 'NonZero' } },
  dates: 'asOf',
  withoutDates: 'all',
  hasBasis: false,
  summarizesBy: [],
  filters: ['vendor'],
  // Paid transactions add nothing to a balance.
  passes: { appaid: ['all', 'unpaid'] },
  lists: ['vendor'],
  layout: {
    kind: 'summary',
    first: { type: 'Vendor', key: 'vendor', list: 'vendor' },
    columns: 'amount',
    rows: { total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
