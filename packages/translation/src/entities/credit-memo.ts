import { transaction } from '../table/entity-table.ts'
import { amount, ignored, readOnly } from '../table/rows.ts'
import { unknownOn } from './only-in-qbo.ts'
import { receivable, salesForm, shipping, totals, unpaid } from './sales-form.ts'
import { printStatus } from './statuses.ts'

/** What a customer is owed. Payments apply it to invoices. */
export const CreditMemo = transaction('CreditMemo', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  linkedTxns: true,
  rows: salesForm('credit memos', 'CreditMemoLine', {
    ...receivable,
    ...shipping,
    ...unpaid('credit memos'),
    ...totals,
    RemainingCredit: amount('CreditRemaining', readOnly),
    Balance: amount('CreditRemaining', readOnly),
    HomeBalance: amount('CreditRemainingInHomeCurrency', readOnly),
    PrintStatus: printStatus,
    PaymentMethodRef: ignored,
    InvoiceRef: unknownOn('credit memos'),
  }),
})
