import { agingSections } from '../table/aging-sections.ts'
import { amountColumn, docNum, dueDate, nameColumn, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const agedPayableDetail: ReportTable = {
  name: 'AgedPayableDetail',
  summary: 'Open transactions of vendors by days past due.',
  desktop: {
    request: 'Aging',
    type: 'APAgingDetail',
    includeColumns: ['TxnID', 'TxnType', 'Date', 'RefNumber', 'Name', 'DueDate', 'Aging', 'OpenBalance', 'Amount'],
    settings: { ReportAgingAsOf: 'ReportEndDate' },
  },
  dates: 'asOf',
  withoutDates: 'today',
  hasBasis: false,
  summarizesBy: [],
  filters: ['vendor'],
  lists: ['vendor'],
  differences: ['The buckets are those of the preferences of the company file.'],
  layout: {
    kind: 'detail',
    columns: [
      txnDate,
      txnType,
      docNum,
      nameColumn('Vendor', 'vend_name', 'Name', ['vendor']),
      dueDate,
      { title: 'Past Due', key: 'past_due', type: 'String', cell: { kind: 'text', from: 'Aging' } },
      amountColumn('Amount', 'subt_neg_amount', 'Amount'),
      amountColumn('Open Balance', 'subt_neg_open_bal', 'OpenBalance'),
    ],
    rows: agingSections,
  },
}
