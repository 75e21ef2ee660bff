import { amountColumn, docNum, memo, name, nameColumn, txnDate, txnType } from '../table/detail-columns.ts'
import type { ReportTable } from '../table/report-table.ts'

export const profitAndLossDetail: ReportTable = {
  name: 'ProfitAndLossDetail',
  summary: 'The postings of a period to income and expense accounts.',
  desktop: {
    request: 'GeneralDetail',
    type: 'ProfitAndLossDetail',
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
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [],
  filters: ['customer', 'vendor', 'employee', 'name', 'item', 'class', 'account'],
  words: ['account_type', 'transaction_type'],
  filtersByModified: true,
  lists: ['account', 'customer', 'vendor', 'employee'],
  layout: {
    kind: 'detail',
    sectionList: 'account',
    columns: [
      txnDate,
      txnType,
      docNum,
      name,
      memo,
      nameColumn('Split', 'split_acc', 'SplitAccount', ['account']),
      amountColumn('Amount', 'subt_nat_amount', 'Amount'),
      amountColumn('Balance', 'rbal_nat_amount', 'RunningBalance', { isRunning: true }),
    ],
    rows: {
      summaryPrefix: 'Total for ',
      parentSuffix: ' with sub-accounts',
      sections: [
        {
          text: 'Ordinary Income/Expense',
          closing: 'Net Ordinary Income',
          header: 'Ordinary Income/Expenses',
          summary: 'Net Ordinary Income',
          separate: 'keep',
        },
        { text: 'Income', header: 'Income', summary: 'Total for Income' },
        {
          text: 'Cost of Goods Sold',
          closing: 'Total COGS',
          header: 'Cost of Goods Sold',
          summary: 'Total for Cost of Goods Sold',
        },
        { text: 'Expense', header: 'Expenses', summary: 'Total for Expenses' },
        {
          text: 'Other Income/Expense',
          closing: 'Net Other Income',
          header: 'Other Income/Expense',
          summary: 'Net Other Income',
          separate: 'keep',
        },
        { text: 'Other Income', header: 'Other Income', summary: 'Total for Other Income' },
        { text: 'Other Expense', header: 'Other Expense', summary: 'Total for Other Expense' },
      ],
      lines: [
        { text: 'Gross Profit', title: 'Gross Profit' },
        { text: 'Net Income', title: 'Net Income' },
      ],
    },
  },
}
