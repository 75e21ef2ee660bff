import { account, amountColumn, docNum, memo, name, nameColumn, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const transactionList: ReportTable = {
  name: 'TransactionList',
  summary: 'The transactions of a period by date, including estimates and orders.',
  desktop: {
    request: 'GeneralDetail',
    type: 'TxnListByDate',
    includeColumns: ['TxnID', 'TxnType', 'Date', 'RefNumber', 'Name', 'Memo', 'Account', 'SplitAccount', 'Amount'],
    settings: { ReportPostingStatusFilter: 'Either' },
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: false,
  summarizesBy: [],
  filters: ['customer', 'vendor', 'employee', 'name', 'item', 'class', 'account'],
  words: ['account_type', 'source_account_type', 'transaction_type'],
  filtersByModified: true,
  passes: { appaid: ['all'], arpaid: ['all'] },
  lists: ['account', 'customer', 'vendor', 'employee'],
  differences: [
    'Contains item receipts, sales orders and other transactions that QuickBooks Online does not have, under their names in QuickBooks Desktop.',
  ],
  layout: {
    kind: 'detail',
    isFlat: true,
    columns: [
      txnDate,
      txnType,
      docNum,
      { title: 'Posting', key: 'is_no_post', type: 'Boolean', cell: { kind: 'posting' } },
      name,
      memo,
      account,
      nameColumn('Split', 'other_account', 'SplitAccount', ['account']),
      amountColumn('Amount', 'subt_nat_amount', 'Amount', { naturalOf: 'row' }),
    ],
    rows: {},
  },
}
