import type { ReportTable } from '../table/report-table.ts'
import { intervals, summarizedLists } from '../table/summarize-by.ts'

/** The desktop's wrappers around ordinary and other income vanish; their totals become rows. */
export const profitAndLoss: ReportTable = {
  name: 'ProfitAndLoss',
  summary: 'Income and expenses of a period by account.',
  desktop: {
    request: 'GeneralSummary',
    type: 'ProfitAndLossStandard',
    settings: { ReturnRows: 'NonZero' },
  },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [...intervals, ...summarizedLists],
  filters: ['customer', 'vendor', 'item', 'class'],
  lists: ['account'],
  options: { AccountingStandard: 'GAAP' },
  layout: {
    kind: 'summary',
    first: { type: 'Account', key: 'account', list: 'account' },
    columns: 'amount',
    rowType: 'Data',
    rows: {
      sections: [
        {
          text: 'Ordinary Income/Expense',
          closing: 'Net Ordinary Income',
          group: 'NetOperatingIncome',
          header: 'Ordinary Income/Expenses',
          summary: 'Net Operating Income',
          separate: 'lift',
        },
        { text: 'Income', group: 'Income', header: 'Income', summary: 'Total Income' },
        {
          text: 'Cost of Goods Sold',
          closing: 'Total COGS',
          group: 'COGS',
          header: 'Cost of Goods Sold',
          summary: 'Total Cost of Goods Sold',
        },
        { text: 'Expense', group: 'Expenses', header: 'Expenses', summary: 'Total Expenses' },
        {
          text: 'Other Income/Expense',
          closing: 'Net Other Income',
          group: 'NetOtherIncome',
          header: 'Other Income/Expense',
          summary: 'Net Other Income',
          separate: 'lift',
        },
        { text: 'Other Income', group: 'OtherIncome', header: 'Other Income', summary: 'Total Other Income' },
        { text: 'Other Expense', group: 'OtherExpenses', header: 'Other Expenses', summary: 'Total Other Expenses' },
      ],
      lines: [
        { text: 'Gross Profit', title: 'Gross Profit', group: 'GrossProfit' },
        { text: 'Net Income', title: 'Net Income', group: 'NetIncome' },
      ],
      groups: [
        { group: 'Income', always: { header: 'Income', summary: 'Total Income' } },
        { group: 'COGS' },
        { group: 'GrossProfit', always: { summary: 'Gross Profit', repeats: 'Income' } },
        { group: 'Expenses', always: { header: 'Expenses', summary: 'Total Expenses' } },
        { group: 'NetOperatingIncome', always: { summary: 'Net Operating Income' } },
        { group: 'OtherIncome' },
        { group: 'OtherExpenses' },
        { group: 'NetOtherIncome' },
        { group: 'NetIncome', always: { summary: 'Net Income' } },
      ],
    },
  },
}
