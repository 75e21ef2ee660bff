import type { ReportTable } from '../table/report-table.ts'
import { agedPayableDetail } from './aged-payable-detail.ts'
import { agedPayables } from './aged-payables.ts'
import { agedReceivableDetail } from './aged-receivable-detail.ts'
import { agedReceivables } from './aged-receivables.ts'
import { balanceSheet } from './balance-sheet.ts'
import { customerBalance } from './customer-balance.ts'
import { customerBalanceDetail } from './customer-balance-detail.ts'
import { customerIncome } from './customer-income.ts'
import { customerSales } from './customer-sales.ts'
import { generalLedger } from './general-ledger.ts'
import { inventoryValuationSummary } from './inventory-valuation-summary.ts'
import { itemSales } from './item-sales.ts'
import { journalReport } from './journal-report.ts'
import { profitAndLoss } from './profit-and-loss.ts'
import { profitAndLossDetail } from './profit-and-loss-detail.ts'
import { transactionList } from './transaction-list.ts'
import { trialBalance } from './trial-balance.ts'
import { vendorBalance } from './vendor-balance.ts'
import { vendorBalanceDetail } from './vendor-balance-detail.ts'
import { vendorExpenses } from './vendor-expenses.ts'

/** The reports, in documentation order. */
export const reports: readonly ReportTable[] = [
  profitAndLoss,
  profitAndLossDetail,
  balanceSheet,
  trialBalance,
  generalLedger,
  journalReport,
  transactionList,
  agedReceivables,
  agedReceivableDetail,
  agedPayables,
  agedPayableDetail,
  customerBalance,
  customerBalanceDetail,
  vendorBalance,
  vendorBalanceDetail,
  customerIncome,
  vendorExpenses,
  customerSales,
  itemSales,
  inventoryValuationSummary,
]
