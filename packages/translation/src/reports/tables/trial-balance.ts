import type { ReportTable } from '../table/report-table.ts'

export const trialBalance: ReportTable = {
  name: 'TrialBalance',
  summary: 'Debit and credit balances at the end of a period by account.',
  desktop: { request: 'GeneralSummary', type: 'TrialBalance', settings: { ReturnRows: 'NonZero' } },
  dates: 'period',
  withoutDates: 'fiscalYearToDate',
  hasBasis: true,
  summarizesBy: [],
  filters: [],
  lists: ['account'],
  differences: ['Only with totals: QuickBooks Desktop has no trial balance by period.'],
  layout: {
    kind: 'summary',
    first: { type: 'Account', key: 'account', list: 'account' },
    columns: {
      isNested: false,
      measures: [
        { title: 'Debit', key: 'debit', type: 'Money', from: { type: 'Debit', titles: ['Debit'] } },
        { title: 'Credit', key: 'credit', type: 'Money', from: { type: 'Credit', titles: ['Credit'] } },
      ],
    },
    rows: { total: { title: 'TOTAL', group: 'GrandTotal' } },
  },
}
