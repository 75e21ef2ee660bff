import type { ReportTable } from '../table/report-table.ts'
import { intervals, summarizedLists } from '../table/summarize-by.ts'

export const customerSales: ReportTable = {
  name: 'CustomerSales',
  summary: 'Sales of a period by customer.',
  desktop: { request: 'GeneralSummary', type: 'SalesByCustomerSummary', settings: { ReturnRows: 'NonZero' } },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [...intervals, ...summarizedLists],
  filters: ['customer', 'item', 'class'],
  lists: ['customer'],
  layout: {
    kind: 'summary',
    first: { type: 'Customer', key: 'customer', list: 'customer' },
    columns: 'amount',
    rows: { total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
