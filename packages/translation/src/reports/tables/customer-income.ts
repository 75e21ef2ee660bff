import type { ReportTable } from '../table/report-table.ts'

/**
 * The desktop's report with this name has only the net income, so this is its profit and loss by customer, transposed.
 */
export const customerIncome: ReportTable = {
  name: 'CustomerIncome',
  summary: 'Income and expenses of a period by customer.',
  desktop: {
    request: 'GeneralSummary',
    type: 'ProfitAndLossStandard',
    settings: { SummarizeColumnsBy: 'Customer', ReturnRows: 'NonZero', ReturnColumns: 'NonZero' },
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [],
  filters: ['customer', 'vendor', 'class'],
  lists: ['customer'],
  differences: ['Jobs are rows with their full name, not below their customer.'],
  layout: {
    kind: 'transposed',
    first: { type: 'Customer', key: 'customer', list: 'customer' },
    columns: [
      { title: 'Income', key: 'income', adds: ['Total Income', 'Total Other Income'] },
      { title: 'Expenses', key: 'expenses', subtracts: ['Total COGS', 'Total Expense', 'Total Other Expense'] },
      {
        title: 'Net Income',
        key: 'net_income',
        adds: ['Total Income', 'Total Other Income'],
        subtracts: ['Total COGS', 'Total Expense', 'Total Other Expense'],
      },
    ],
  },
}
