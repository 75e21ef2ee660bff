import { agingSections } from '../table/aging-sections.ts'
import { amountColumn, docNum, dueDate, nameColumn, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const agedReceivableDetail: ReportTable = {
  name: 'AgedReceivableDetail',
  summary: 'Open transactions of customers by days past due.',
  desktop: {
    request: 'Aging',
    type: 'ARAgingDetail',
    includeColumns: ['TxnID', 'TxnType', 'Date', 'RefNumber', 'Name', 'DueDate', 'Aging', 'OpenBalance', 'Amount'],
    settings: { ReportAgingAsOf: 'ReportEndDate' },
  },
  dates: 'asOf',
  withoutDates: 'today',
  hasBasis: false,
  summarizesBy: [],
  filters: ['customer'],
  lists: ['customer'],
  differences: ['The buckets are those of the preferences of the company file.'],
  layout: {
    kind: 'detail',
    columns: [
      txnDate,
      txnType,
      docNum,
      nameColumn('Customer', 'cust_name', 'Name', ['customer']),
      dueDate,
      amountColumn('Amount', 'subt_amount', 'Amount'),
      amountColumn('Open Balance', 'subt_open_bal', 'OpenBalance'),
    ],
    rows: agingSections,
  },
}
