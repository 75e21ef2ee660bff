import { amountColumn, docNum, memo, name, nameColumn, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const generalLedger: ReportTable = {
  name: 'GeneralLedger',
  summary: 'Every posting of a period by account, with opening balances.',
  desktop: {
    request: 'GeneralDetail',
    type: 'GeneralLedger',
    includeColumns: [
      'TxnID',
      'TxnType',
      'Date',
      'RefNumber',
      'Name',
      'Memo',
      'SplitAccount',
      'Amount',
      'RunningBalance',
    ],
    settings: { IncludeAccounts: 'InUse' },
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [],
  filters: ['customer', 'vendor', 'employee', 'name', 'item', 'class', 'account'],
  words: ['account_type', 'transaction_type'],
  filtersByModified: true,
  lists: ['account', 'customer', 'vendor', 'employee'],
  differences: [
    'The signs follow the account: an amount is positive if it increases the account, as in QuickBooks Online, where QuickBooks Desktop shows credits as negative.',
  ],
  layout: {
    kind: 'detail',
    sectionList: 'account',
    hasOpeningRows: true,
    columns: [
      txnDate,
      txnType,
      docNum,
      name,
      memo,
      nameColumn('Split', 'split_acc', 'SplitAccount', ['account']),
      amountColumn('Amount', 'subt_nat_amount', 'Amount', { naturalOf: 'section' }),
      amountColumn('Balance', 'rbal_nat_amount', 'RunningBalance', { naturalOf: 'section', isRunning: true }),
    ],
    rows: { summaryPrefix: 'Total for ', parentSuffix: ' with sub-accounts', sumsNeedRows: true },
  },
}
