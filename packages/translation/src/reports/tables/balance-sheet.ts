import type { ReportTable } from '../table/report-table.ts'
import { intervals } from '../table/summarize-by.ts'

export const balanceSheet: ReportTable = {
  name: 'BalanceSheet',
  summary: 'Assets, liabilities and equity at the end of a period by account.',
  desktop: { request: 'GeneralSummary', type: 'BalanceSheetStandard', settings: { ReturnRows: 'NonZero' } },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: intervals,
  filters: ['customer', 'vendor', 'class'],
  lists: ['account'],
  options: { AccountingStandard: 'GAAP' },
  differences: [
    'Columns are periods or the total: QuickBooks Desktop has no balance sheet by customer, vendor or class in this report.',
  ],
  layout: {
    kind: 'summary',
    first: { type: 'Account', key: 'account', list: 'account' },
    columns: 'amount',
    hasTotalColumn: false,
    rowType: 'Data',
    rows: {
      sections: [
        {
          text: 'ASSETS',
          closing: 'TOTAL ASSETS',
          group: 'TotalAssets',
          header: 'ASSETS',
          summary: 'TOTAL ASSETS',
        },
        {
          text: 'Current Assets',
          group: 'CurrentAssets',
          header: 'Current Assets',
          summary: 'Total Current Assets',
        },
        {
          text: 'Checking/Savings',
          group: 'BankAccounts',
          header: 'Bank Accounts',
          summary: 'Total Bank Accounts',
        },
        {
          text: 'Accounts Receivable',
          group: 'AR',
          header: 'Accounts Receivable',
          summary: 'Total Accounts Receivable',
        },
        {
          text: 'Other Current Assets',
          group: 'OtherCurrentAssets',
          header: 'Other Current Assets',
          summary: 'Total Other Current Assets',
        },
        { text: 'Fixed Assets', group: 'FixedAssets', header: 'Fixed Assets', summary: 'Total Fixed Assets' },
        { text: 'Other Assets', group: 'OtherAssets', header: 'Other Assets', summary: 'Total Other Assets' },
        {
          text: 'LIABILITIES & EQUITY',
          closing: 'TOTAL LIABILITIES & EQUITY',
          group: 'TotalLiabilitiesAndEquity',
          header: 'LIABILITIES AND EQUITY',
          summary: 'TOTAL LIABILITIES AND EQUITY',
        },
        { text: 'Liabilities', group: 'Liabilities', header: 'Liabilities', summary: 'Total Liabilities' },
        {
          text: 'Current Liabilities',
          group: 'CurrentLiabilities',
          header: 'Current Liabilities',
          summary: 'Total Current Liabilities',
        },
        {
          text: 'Accounts Payable',
          group: 'AP',
          header: 'Accounts Payable',
          summary: 'Total Accounts Payable',
        },
        { text: 'Credit Cards', group: 'CreditCards', header: 'Credit Cards', summary: 'Total Credit Cards' },
        {
          text: 'Other Current Liabilities',
          group: 'OtherCurrentLiabilities',
          header: 'Other Current Liabilities',
          summary: 'Total Other Current Liabilities',
        },
        {
          text: 'Long Term Liabilities',
          group: 'LongTermLiabilities',
          header: 'Long-Term Liabilities',
          summary: 'Total Long-Term Liabilities',
        },
        { text: 'Equity', group: 'Equity', header: 'Equity', summary: 'Total Equity' },
      ],
      lines: [{ text: 'Net Income', title: 'Net Income', group: 'NetIncome', isData: true }],
    },
  },
}
