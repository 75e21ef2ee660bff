import { Fault } from '@bridge/faults'
import { purchaseForm } from '../forms/purchase-form.ts'
import { billLines, hasLines } from '../lines/purchase-lines.ts'
import { address } from '../parts/address.ts'
import { currencyOf } from '../parts/currency-rows.ts'
import { takesOver } from '../parts/linked-txns.ts'
import { notReturned } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import { acceptsNumbers, field, filter, lines, notClearable, readOnly, refused, required } from '../table/rows.ts'

export const Bill = transaction('Bill', {
  can: ['create', 'update', 'delete'],
  iterates: true,
  linkedTxns: true,
  rows: purchaseForm('bills', {
    VendorRef: field('VendorRef', required, notClearable, filter('byEntity')),
    CurrencyRef: field('CurrencyRef', currencyOf('VendorRef', 'Vendor')),
    ...address('VendorAddr', 'VendorAddress'),
    APAccountRef: field('APAccountRef', notClearable),
    DueDate: field('DueDate', notClearable),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    SalesTermRef: field('TermsRef'),
    PrivateNote: field('Memo', acceptsNumbers),
    Line: lines('ItemLine', billLines, { group: 'ItemGroupLine', updates: 'kept' }),
    TotalAmt: field('AmountDue', readOnly),
    HomeTotalAmt: field('AmountDueInHomeCurrency', readOnly),
    Balance: field('OpenAmount', readOnly, filter('byOpenBalance')),
    HomeBalance: notReturned('QuickBooks Desktop returns the open amount in the currency of the bill only'),
    LinkedTxn: takesOver('PurchaseOrder', { comparesLines: true }),
    PayerRef: refused(
      'QuickBooks Desktop pays only the company’s own bills',
      'Record what others paid as a VendorCredit, or as a JournalEntry.',
    ),
    RemitToAddr: refused('QuickBooks Desktop stores one address on a bill; use VendorAddr', 'Use VendorAddr.'),
    ShipAddr: refused(
      'QuickBooks Desktop has no shipping address on a bill',
      'Put the shipping address in PrivateNote, or in ShipAddr of the PurchaseOrder.',
    ),
  }),
  alsoCheck: ({ operation, body }) => {
    if (operation === 'create' && !hasLines(body)) throw new Fault('2020', 'Line is required.', { element: 'Line' })
  },
})
