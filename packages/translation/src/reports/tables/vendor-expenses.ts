import type { ReportTable } from '../table/report-table.ts'
import { intervals, summarizedLists } from '../table/summarize-by.ts'

export const vendorExpenses: ReportTable = {
  name: 'VendorExpenses',
  summary: 'Expenses of a period by vendor.',
  desktop: { request: 'GeneralSummary', type: 'ExpenseByVendorSummary', settings: { ReturnRows: 'NonZero' } },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [...intervals, ...summarizedLists],
  filters: ['customer', 'vendor', 'class'],
  lists: ['vendor'],
  layout: {
    kind: 'summary',
    first: { type: 'Vendor', key: 'vendor', list: 'vendor' },
    columns: 'amount',
    rows: { total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
