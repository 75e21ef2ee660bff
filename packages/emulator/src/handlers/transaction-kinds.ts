import { creditCardCharge, creditCardCredit } from '../banking/card.ts'
import { check } from '../banking/check.ts'
import { deposit } from '../banking/deposit.ts'
import { journalEntry } from '../banking/journal-entry.ts'
import { transfer } from '../banking/transfer.ts'
import { receivePayment } from '../payments/receive-payment.ts'
import { refund } from '../payments/refund.ts'
import { bill } from '../purchases/bill.ts'
import { billPaymentCheck } from '../purchases/bill-payment-check.ts'
import { billPaymentCreditCard } from '../purchases/bill-payment-credit-card.ts'
import { purchaseOrder } from '../purchases/purchase-order.ts'
import { vendorCredit } from '../purchases/vendor-credit.ts'
import { creditMemo } from '../sales/credit-memo.ts'
import { estimate } from '../sales/estimate.ts'
import { invoice } from '../sales/invoice.ts'
import { salesReceipt } from '../sales/sales-receipt.ts'
import { inventoryAdjustment } from '../stock/inventory-adjustment.ts'
import { timeTracking } from '../stock/time-tracking.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

const sales: readonly TransactionKind[] = [invoice, salesReceipt, estimate, creditMemo, receivePayment, refund]
const purchases: readonly TransactionKind[] = [
  bill,
  vendorCredit,
  purchaseOrder,
  billPaymentCheck,
  billPaymentCreditCard,
]
const banking: readonly TransactionKind[] = [check, creditCardCharge, creditCardCredit, journalEntry, deposit, transfer]
const stock: readonly TransactionKind[] = [inventoryAdjustment, timeTracking]

/** The company file's transaction kinds by name. */
export const transactionKinds: ReadonlyMap<string, TransactionKind> = new Map(
  [...sales, ...purchases, ...banking, ...stock].map((kind) => [kind.kind, kind]),
)
