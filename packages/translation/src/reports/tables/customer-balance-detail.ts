import { amountColumn, docNum, dueDate, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

/** The desktop lists all of a customer's transactions, QBO the open ones. */
export const customerBalanceDetail: ReportTable = {
  name: 'CustomerBalanceDetail',
  summary: 'Open transactions of customers.',
  desktop: {
    request: 'GeneralDetail',
    type: 'CustomerBalanceDetail',
    includeColumns: ['TxnID', 'TxnType', 'Date', 'RefNumber', 'DueDate', 'Amount', 'OpenBalance', 'RunningBalance'],
    settings: { ReportOpenBalanceAsOf: 'ReportEndDate' },
  },
  dates: 'asOf',
  withoutDates: 'all',
  hasBasis: false,
  summarizesBy: [],
  filters: ['customer'],
  passes: { arpaid: ['unpaid'] },
  lists: ['customer'],
  differences: ['Contains open transactions only; balances and sums are those of the rows.'],
  layout: {
    kind: 'detail',
    sectionList: 'customer',
    showsOpenOnly: true,
    columns: [
      txnDate,
      txnType,
      docNum,
      dueDate,
      amountColumn('Amount', 'subt_nat_amount', 'Amount'),
      amountColumn('Open Balance', 'subt_open_bal', 'OpenBalance'),
      amountColumn('Balance', 'rbal_nat_amount', 'RunningBalance', { isRunning: true }),
    ],
    rows: {
      summaryPrefix: 'Total for ',
      parentSuffix: ' with sub-customers',
      dropsEmpty: true,
      total: { title: 'TOTAL', group: 'GrandTotal' },
    },
  },
}
