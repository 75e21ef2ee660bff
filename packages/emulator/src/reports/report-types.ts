import { computeBalanceSheet, computeProfitAndLoss, computeTrialBalance, type ReportTable } from './account-summary.ts'
import { type AgingSide, computeAgingSummary } from './aging.ts'
import { computeItemSales } from './item-sales.ts'
import { computeGeneralLedger, computeProfitAndLossDetail } from './ledger-detail.ts'
import { computeNameSummary, type NameSummary } from './name-summary.ts'
import { computeAgingDetail, computeBalanceDetail } from './open-detail.ts'
import type { ReportQuery } from './report-query.ts'
import { computeStockValuation } from './stock-valuation.ts'
import { computeJournal, computeTransactionList } from './transaction-detail.ts'

/** A report that the emulator computes. */
export interface ReportType {
  readonly title: string
  /** `end` counts everything up to the end of the period. */
  readonly dates: 'period' | 'end'
  /** Whether the report has an accrual and a cash basis. */
  readonly hasBasis: boolean
  /** Whether the report needs the tracking of inventory. */
  readonly isStock?: true
  compute(query: ReportQuery): ReportTable
}

const receivable: AgingSide = { accountType: 'AccountsReceivable', sign: 1 }
const payable: AgingSide = { accountType: 'AccountsPayable', sign: -1 }

/** The reports by the value of `…ReportType`. */
export const reportTypes: ReadonlyMap<string, ReportType> = new Map<string, ReportType>([
  ['ProfitAndLossStandard', onPeriod('Profit & Loss', computeProfitAndLoss)],
  ['ProfitAndLossDetail', onPeriod('Profit & Loss Detail', computeProfitAndLossDetail)],
  ['BalanceSheetStandard', atEnd('Balance Sheet', computeBalanceSheet, true)],
  ['TrialBalance', atEnd('Trial Balance', computeTrialBalance, true)],
  ['GeneralLedger', onPeriod('General Ledger', computeGeneralLedger)],
  ['Journal', { ...onPeriod('Journal', computeJournal), hasBasis: false }],
  ['TxnListByDate', { ...onPeriod('Transaction List by Date', computeTransactionList), hasBasis: false }],
  ['ARAgingSummary', atEnd('A/R Aging Summary', (query) => computeAgingSummary(receivable, query))],
  ['ARAgingDetail', atEnd('A/R Aging Detail', (query) => computeAgingDetail(receivable, query))],
  ['APAgingSummary', atEnd('A/P Aging Summary', (query) => computeAgingSummary(payable, query))],
  ['APAgingDetail', atEnd('A/P Aging Detail', (query) => computeAgingDetail(payable, query))],
  ['CustomerBalanceDetail', atEnd('Customer Balance Detail', (query) => computeBalanceDetail(receivable, query))],
  ['VendorBalanceDetail', atEnd('Vendor Balance Detail', (query) => computeBalanceDetail(payable, query))],
  [
    'CustomerBalanceSummary',
    {
      ...nameSummary('Customer Balance Summary', {
        kind: 'Customer',
        accountTypes: ['AccountsReceivable'],
        sign: 1,
        isBalance: true,
        returnRows: 'NonZero',
      }),
      dates: 'end',
      hasBasis: false,
    },
  ],
  [
    'VendorBalanceSummary',
    {
      ...nameSummary('Vendor Balance Summary', {
        kind: 'Vendor',
        accountTypes: ['AccountsPayable'],
        sign: -1,
        isBalance: true,
        returnRows: 'NonZero',
      }),
      dates: 'end',
      hasBasis: false,
    },
  ],
  [
    'IncomeByCustomerSummary',
    nameSummary('Income by Customer Summary', {
      kind: 'Customer',
      accountTypes: ['Income', 'CostOfGoodsSold', 'Expense', 'OtherIncome', 'OtherExpense'],
      sign: -1,
      returnRows: 'ActiveOnly',
    }),
  ],
  [
    'ExpenseByVendorSummary',
    nameSummary('Expenses by Vendor Summary', {
      kind: 'Vendor',
      accountTypes: ['CostOfGoodsSold', 'Expense', 'OtherExpense'],
      sign: 1,
      returnRows: 'ActiveOnly',
    }),
  ],
  [
    'SalesByCustomerSummary',
    nameSummary('Sales by Customer Summary', {
      kind: 'Customer',
      accountTypes: ['Income'],
      sign: -1,
      isSales: true,
      unnamed: 'No name',
      returnRows: 'ActiveOnly',
    }),
  ],
  ['SalesByItemSummary', onPeriod('Sales by Item Summary', computeItemSales)],
  ['InventoryValuationSummary', { ...atEnd('Inventory Valuation Summary', computeStockValuation), isStock: true }],
])

function onPeriod(title: string, compute: ReportType['compute']): ReportType {
  return { title, dates: 'period', hasBasis: true, compute }
}

function atEnd(title: string, compute: ReportType['compute'], hasBasis = false): ReportType {
  return { title, dates: 'end', hasBasis, compute }
}

function nameSummary(title: string, summary: NameSummary): ReportType {
  return onPeriod(title, (query) => computeNameSummary(summary, query))
}
