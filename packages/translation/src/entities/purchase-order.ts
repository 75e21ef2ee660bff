import { Fault } from '@bridge/faults'
import { purchaseForm } from '../forms/purchase-form.ts'
import { orderLines } from '../lines/purchase-lines.ts'
import { address } from '../parts/address.ts'
import { customFields } from '../parts/custom-fields.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { emailStatus, printStatus } from '../parts/statuses.ts'
import { childText, type Element } from '../qbxml/element.ts'
import { transaction } from '../table/entity-table.ts'
import {
  amount,
  choice,
  date,
  filter,
  futile,
  ignored,
  lines,
  max,
  modOnly,
  permanent,
  readFrom,
  readOnly,
  ref,
  refused,
  required,
  text,
} from '../table/rows.ts'

export const PurchaseOrder = transaction('PurchaseOrder', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  linkedTxns: true,
  rows: purchaseForm('purchase orders', {
    VendorRef: ref('VendorRef', required, permanent, filter('byEntity')),
    ClassRef: ref('ClassRef', permanent),
    InventorySiteRef: ref('InventorySiteRef', permanent),
    ShipTo: ref('ShipToEntityRef', permanent),
    TemplateRef: ref('TemplateRef', permanent),
    DocNumber: text('RefNumber', max(11), filter('byRefNumber')),
    ...address('VendorAddr', 'VendorAddress'),
    ...address('ShipAddr', 'ShipAddress'),
    SalesTermRef: ref('TermsRef', permanent),
    DueDate: date('DueDate', permanent),
    ExpectedDate: date('ExpectedDate'),
    ShipMethodRef: ref('ShipMethodRef', permanent),
    FOB: text('FOB', max(13)),
    POStatus: choice(
      'IsManuallyClosed',
      [
        { client: 'Open', desktop: 'false' },
        { client: 'Closed', desktop: 'true' },
      ],
      modOnly('false'),
      readFrom(statusOf),
      futile(
        'false',
        isFullyReceived,
        'everything on this order has come, and QuickBooks Desktop cannot open it again',
      ),
    ),
    PrivateNote: text('Memo', max(4095)),
    Memo: text('VendorMsg', max(99)),
    PrintStatus: printStatus,
    EmailStatus: emailStatus,
    Line: lines('PurchaseOrderLine', orderLines, { group: 'PurchaseOrderLineGroup', required: true }),
    TotalAmt: amount('TotalAmount', readOnly),
    HomeTotalAmt: amount('TotalAmountInHomeCurrency', readOnly),
    LinkedTxn: linkedTxns,
    CustomField: customFields,

    // QBO demands it; an order posts nothing, and the account is chosen on its bill.
    APAccountRef: ignored,
    POEmail: refused(
      'QuickBooks Desktop mails an order to the address of its vendor: set PrimaryEmailAddr of the Vendor',
    ),
    ManuallyClosed: refused('use POStatus: Closed'),
    DropShipToEntity: refused('name the customer in ShipTo'),
    TaxCodeRef: refused('QuickBooks Desktop (US) has no tax on purchase orders'),
    ReimbursableInfoRef: refused('QuickBooks Desktop has no such field on purchase orders'),
  }),
  alsoCheck: ({ values }) => {
    if (!values.has('InventorySiteRef') || !values.has('ShipTo')) return
    throw new Fault('2010', 'ShipTo: an order is sent to a site or to a customer, not to both', { element: 'ShipTo' })
  },
})

/** An order is closed once everything on it has come, or when somebody closes it. */
function statusOf(record: Element): string {
  return childText(record, 'IsManuallyClosed') === 'true' || isFullyReceived(record) ? 'Closed' : 'Open'
}

function isFullyReceived(record: Element): boolean {
  return childText(record, 'IsFullyReceived') === 'true'
}
