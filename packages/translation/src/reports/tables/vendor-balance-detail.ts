import { amountColumn, docNum, dueDate, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

/** The desktop lists all of a vendor's transactions, QBO the open ones. */
export const vendorBalanceDetail: ReportTable = {
  name: 'VendorBalanceDetail',
  summary: 'Open transactions of vendors.',
  desktop: {
    request: 'GeneralDetail',
    type: 'VendorBalanceDetail',
    includeColumns: ['TxnID', 'TxnType', 'Date', 'RefNumber', 'DueDate', 'Amount', 'OpenBalance', 'RunningBalance'],
    settings: { ReportOpenBalanceAsOf: 'ReportEndDate' },
  },
  dates: 'asOf',
  withoutDates: 'all',
  hasBasis: false,
  summarizesBy: [],
  filters: ['vendor'],
  passes: { appaid: ['unpaid'] },
  lists: ['vendor'],
  differences: ['Contains open transactions only; balances and sums are those of the rows.'],
  layout: {
    kind: 'detail',
    sectionList: 'vendor',
    showsOpenOnly: true,
    columns: [
      txnDate,
      txnType,
      docNum,
      dueDate,
      amountColumn('Amount', 'subt_neg_amount', 'Amount'),
      amountColumn('Open Balance', 'subt_neg_open_bal', 'OpenBalance'),
      amountColumn('Balance', 'rbal_neg_amount', 'RunningBalance', { isRunning: true }),
    ],
    rows: { summaryPrefix: 'Total for ', dropsEmpty: true, total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
