import type { ReportTable } from '../table/report-table.ts'

export const customerBalance: ReportTable = {
  name: 'CustomerBalance',
  summary: 'Balances of customers.',
  desktop: { request: 'GeneralSummary', type: 'CustomerBalanceSummary', settings: { ReturnRows: 'NonZero' } },
  dates: 'asOf',
  withoutDates: 'all',
  hasBasis: false,
  summarizesBy: [],
  filters: ['customer'],
  // Paid transactions add nothing to a balance.
  passes: { arpaid: ['all', 'unpaid'] },
  lists: ['customer'],
  layout: {
    kind: 'summary',
    first: { type: 'Customer', key: 'customer', list: 'customer' },
    columns: 'amount',
    rows: { total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
