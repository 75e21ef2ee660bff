import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { computeFormTotals, enterSalesHeader } from './sales-form.ts'
import { salesLines } from './sales-line.ts'

/** Estimates, which post nothing. Invoices can copy their lines. */
export const estimate: TransactionKind = {
  kind: 'Estimate',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: false,
  required: ['CustomerRef'],
  defaults: { IsActive: 'true', IsToBeEmailed: 'false' },
  tables: [salesLines('EstimateLine')],
  enterHeader: enterSalesHeader,
  total: computeFormTotals,
  post: () => [],
}
