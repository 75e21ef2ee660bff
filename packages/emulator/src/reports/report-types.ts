import { computeBalanceSheet, computeProfitAndLoss, computeTrialBalance, type ReportTable } from './account-summary.ts'
import { type AgingSide, computeAgingSummary } from './aging.ts'
import { computeItemSales } from './item-sales.ts'
import { computeGeneralLedger, computeProfitAndLossDetail } from './ledger-detail.ts'
import { computeNameSummary, type NameSummary } from './name-summary.ts'
import { computeAgingDetail, computeBalanceDetail } from './open-detail.ts'
import { ledgerFilters } from './report-options.ts'
import type { ReportQuery } from './report-query.ts'
import { computeStockValuation } from './stock-valuation.ts'
import { computeJournal, computeTransactionList } from './transaction-detail.ts'

/** A report the emulator computes. */
export interface ReportType {
  readonly title: string
  /** `end` counts everything up to the period's end. */
  readonly dates: 'period' | 'end'
  /** Whether the report has an accrual and a cash basis. */
  readonly hasBasis: boolean
  /** The request elements the report honors, in addition to type, dates and basis. */
  readonly options: readonly string[]
  /** Whether the report needs inventory tracking. */
  readonly isStock?: true
  compute(query: ReportQuery): ReportTable
}

const receivable: AgingSide = { accountType: 'AccountsReceivable', sign: 1 }
const payable: AgingSide = { accountType: 'AccountsPayable', sign: -1 }

const summaryOptions = [...ledgerFilters, 'ReturnRows']
const columnOptions = [...summaryOptions, 'SummarizeColumnsBy', 'ReportCalendar']
const columnsOptions = [...columnOptions, 'ReturnColumns']
const detailOptions = [...ledgerFilters, 'IncludeColumn']
const listOptions = [...detailOptions, 'ReportPostingStatusFilter']
const balanceOptions = [...detailOptions, 'ReportOpenBalanceAsOf']
const agingOptions = [...ledgerFilters, 'ReportAgingAsOf']

/** The reports by `…ReportType` value. */
export const reportTypes: ReadonlyMap<string, ReportType> = new Map<string, ReportType>([
  ['ProfitAndLossStandard', onPeriod('Profit & Loss', columnsOptions, computeProfitAndLoss)],
  ['ProfitAndLossDetail', onPeriod('Profit & Loss Detail', detailOptions, computeProfitAndLossDetail)],
  ['BalanceSheetStandard', atEnd('Balance Sheet', columnOptions, computeBalanceSheet, true)],
  ['TrialBalance', atEnd('Trial Balance', summaryOptions, computeTrialBalance, true)],
  ['GeneralLedger', onPeriod('General Ledger', [...detailOptions, 'IncludeAccounts'], computeGeneralLedger)],
  ['Journal', { ...onPeriod('Journal', detailOptions, computeJournal), hasBasis: false }],
  ['TxnListByDate', { ...onPeriod('Transaction List by Date', listOptions, computeTransactionList), hasBasis: false }],
  ['ARAgingSummary', atEnd('A/R Aging Summary', agingOptions, (query) => computeAgingSummary(receivable, query))],
  [
    'ARAgingDetail',
    atEnd('A/R Aging Detail', [...agingOptions, 'IncludeColumn'], (query) => computeAgingDetail(receivable, query)),
  ],
  ['APAgingSummary', atEnd('A/P Aging Summary', agingOptions, (query) => computeAgingSummary(payable, query))],
  [
    'APAgingDetail',
    atEnd('A/P Aging Detail', [...agingOptions, 'IncludeColumn'], (query) => computeAgingDetail(payable, query)),
  ],
  [
    'CustomerBalanceDetail',
    atEnd('Customer Balance Detail', balanceOptions, (query) => computeBalanceDetail(receivable, query)),
  ],
  [
    'VendorBalanceDetail',
    atEnd('Vendor Balance Detail', balanceOptions, (query) => computeBalanceDetail(payable, query)),
  ],
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
  ['SalesByItemSummary', onPeriod('Sales by Item Summary', columnsOptions, computeItemSales)],
  [
    'InventoryValuationSummary',
    {
      ...atEnd('Inventory Valuation Summary', ['ReportItemFilter', 'ReturnRows'], computeStockValuation),
      isStock: true,
    },
  ],
])

function onPeriod(title: string, options: readonly string[], compute: ReportType['compute']): ReportType {
  return { title, dates: 'period', hasBasis: true, options, compute }
}

function atEnd(
  title: string,
  options: readonly string[],
  compute: ReportType['compute'],
  hasBasis = false,
): ReportType {
  return { title, dates: 'end', hasBasis, options, compute }
}

function nameSummary(title: string, summary: NameSummary): ReportType {
  return onPeriod(title, columnsOptions, (query) => computeNameSummary(summary, query))
}
