import { purchaseForm } from '../forms/purchase-form.ts'
import { purchaseLines } from '../lines/purchase-lines.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { transaction } from '../table/entity-table.ts'
import { amount, filter, lines, max, permanent, readOnly, ref, refused, required, text } from '../table/rows.ts'

export const VendorCredit = transaction('VendorCredit', {
  can: ['create', 'update'],
  iterates: true,
  linkedTxns: true,
  rows: purchaseForm('vendor credits', {
    VendorRef: ref('VendorRef', required, permanent, filter('byEntity')),
    APAccountRef: ref('APAccountRef', permanent),
    DocNumber: text('RefNumber', max(20), filter('byRefNumber')),
    PrivateNote: text('Memo', max(4095)),
    Line: lines('ItemLine', purchaseLines, { group: 'ItemGroupLine', required: true, updates: 'kept' }),
    TotalAmt: amount('CreditAmount', readOnly),
    Balance: amount('OpenAmount', readOnly),
    LinkedTxn: linkedTxns,
    VendorAddr: refused('QuickBooks Desktop has no address on a vendor credit'),
  }),
})
