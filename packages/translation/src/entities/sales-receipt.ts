import { cardPayment } from '../forms/card-payment.ts'
import { salesForm, shipping, totals } from '../forms/sales-form.ts'
import { customFieldDefinitions } from '../parts/custom-fields.ts'
import { printingStatus } from '../parts/statuses.ts'
import { transaction } from '../table/entity-table.ts'
import { acceptsNumbers, derived, field, notClearable, refused } from '../table/rows.ts'

/** A sale paid at once. The desktop's query does not support linked transactions. */
export const SalesReceipt = transaction('SalesReceipt', {
  can: ['create', 'update', 'delete', 'void'],
  iterates: true,
  ownerId: true,
  companions: { remembered: [customFieldDefinitions] },
  rows: salesForm('sales receipts', 'SalesReceiptLine', {
    ...shipping,
    ...totals,
    PaymentRefNum: field('CheckNumber', acceptsNumbers),
    PaymentMethodRef: field('PaymentMethodRef'),
    DepositToAccountRef: field('DepositToAccountRef', notClearable),
    ...cardPayment,
    Balance: derived('amount', () => 0, { note: 'always 0: a sales receipt is paid' }),
    LinkedTxn: refused(
      'QuickBooks Desktop does not link other transactions to sales receipts',
      'Create an Invoice and a Payment instead, which can be linked.',
    ),
    PrintStatus: printingStatus,
  }),
})
