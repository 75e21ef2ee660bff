import { getRefId } from '../books/fields.ts'
import { withPrintStatus } from '../payments/check-printing.ts'
import { getPayeeAddress } from '../payments/payee-address.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { billPayment } from './bill-payment.ts'

/** Bills paid by check. */
export const billPaymentCheck: TransactionKind = billPayment('BankAccountRef', 'Bank', {
  kind: 'BillPaymentCheck',
  isNumbered: false,
  defaults: { IsToBePrinted: 'false' },
  enterHeader(entry, { books }) {
    const fields = withPrintStatus(entry)
    if (entry.current !== undefined) return fields
    return { ...getPayeeAddress(books, getRefId(fields, 'PayeeEntityRef')), ...fields }
  },
})
