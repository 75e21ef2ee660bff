import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { billPayment } from './bill-payment.ts'

/** Bills paid by credit card. */
export const billPaymentCreditCard: TransactionKind = billPayment('CreditCardAccountRef', 'CreditCard', {
  kind: 'BillPaymentCreditCard',
  isNumbered: false,
  defaults: {},
})
