import { receivable, salesForm, shipping, totals, unpaid } from '../forms/sales-form.ts'
import { customFieldDefinitions } from '../parts/custom-fields.ts'
import { notReturned, unknownOn } from '../parts/only-in-qbo.ts'
import { printingStatus } from '../parts/statuses.ts'
import { transaction } from '../table/entity-table.ts'
import { field, ignored, readOnly } from '../table/rows.ts'

/** An amount owed to a customer. Payments apply it to invoices. */
export const CreditMemo = transaction('CreditMemo', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  companions: { remembered: [customFieldDefinitions] },
  linkedTxns: true,
  rows: salesForm('credit memos', 'CreditMemoLine', {
    ...receivable,
    ...shipping,
    ...unpaid('credit memos'),
    ...totals,
    RemainingCredit: field('CreditRemaining', readOnly),
    Balance: field('CreditRemaining', readOnly),
    HomeBalance: field('CreditRemainingInHomeCurrency', readOnly),
    PrintStatus: printingStatus,
    PaymentMethodRef: ignored,
    HomeTotalAmt: notReturned('QuickBooks Desktop returns the open amount in the home currency only, in HomeBalance'),
    InvoiceRef: unknownOn('credit memos'),
  }),
})
