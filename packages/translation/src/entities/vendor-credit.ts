import { purchaseForm } from '../forms/purchase-form.ts'
import { purchaseLines } from '../lines/purchase-lines.ts'
import { currencyOf } from '../parts/currency-rows.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { transaction } from '../table/entity-table.ts'
import { acceptsNumbers, field, filter, lines, notClearable, readOnly, refused, required } from '../table/rows.ts'

export const VendorCredit = transaction('VendorCredit', {
  can: ['create', 'update'],
  iterates: true,
  linkedTxns: true,
  rows: purchaseForm('vendor credits', {
    VendorRef: field('VendorRef', required, notClearable, filter('byEntity')),
    CurrencyRef: field('CurrencyRef', currencyOf('VendorRef', 'Vendor')),
    APAccountRef: field('APAccountRef', notClearable),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    PrivateNote: field('Memo', acceptsNumbers),
    Line: lines('ItemLine', purchaseLines, { group: 'ItemGroupLine', required: true, updates: 'kept' }),
    TotalAmt: field('CreditAmount', readOnly),
    HomeTotalAmt: field('CreditAmountInHomeCurrency', readOnly),
    Balance: field('OpenAmount', readOnly),
    LinkedTxn: linkedTxns,
    VendorAddr: refused('QuickBooks Desktop has no address on a vendor credit', 'Change BillAddr of the Vendor.'),
  }),
})
