import { account, amountColumn, docNum, memo, name, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const journalReport: ReportTable = {
  name: 'JournalReport',
  summary: 'The postings of a period by transaction.',
  desktop: {
    request: 'GeneralDetail',
    type: 'Journal',
    includeColumns: [
      'TxnID',
      'TxnNumber',
      'TxnType',
      'Date',
      'RefNumber',
      'Name',
      'Memo',
      'Account',
      'Debit',
      'Credit',
    ],
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: false,
  summarizesBy: [],
  filters: [],
  lists: ['account', 'customer', 'vendor', 'employee'],
  layout: {
    kind: 'detail',
    isByTransaction: true,
    columns: [
      { ...txnDate, repeated: '0-00-00' },
      { ...txnType, repeated: '' },
      { ...docNum, repeated: '' },
      name,
      memo,
      account,
      amountColumn('Debit', 'debt_amt', 'Debit'),
      amountColumn('Credit', 'credit_amt', 'Credit'),
    ],
    rows: { subtotals: { title: '', isFollowedByBlank: true } },
  },
}
