import { Fault } from '@bridge/faults'
import { childText, type Element } from '@bridge/qbxml'
import { purchaseForm } from '../forms/purchase-form.ts'
import { orderLines } from '../lines/purchase-lines.ts'
import { address } from '../parts/address.ts'
import { currencyOf } from '../parts/currency-rows.ts'
import { customFieldDefinitions, formCustomFields } from '../parts/custom-fields.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { emailStatus, printingStatus } from '../parts/statuses.ts'
import type { CheckedValues } from '../table/checked-value.ts'
import { transaction } from '../table/entity-table.ts'
import {
  acceptsNumbers,
  borrowed,
  choice,
  field,
  filter,
  ignored,
  lines,
  modOnly,
  notClearable,
  readFrom,
  readOnly,
  refused,
  required,
} from '../table/rows.ts'

export const PurchaseOrder = transaction('PurchaseOrder', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  companions: { remembered: [customFieldDefinitions] },
  linkedTxns: true,
  rows: purchaseForm('purchase orders', {
    VendorRef: field('VendorRef', required, notClearable, filter('byEntity')),
    CurrencyRef: field('CurrencyRef', currencyOf('VendorRef', 'Vendor')),
    ClassRef: field('ClassRef'),
    InventorySiteRef: field('InventorySiteRef', notClearable),
    ShipTo: field('ShipToEntityRef'),
    TemplateRef: field('TemplateRef', notClearable),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    ...address('VendorAddr', 'VendorAddress'),
    ...address('ShipAddr', 'ShipAddress'),
    SalesTermRef: field('TermsRef'),
    DueDate: field('DueDate', notClearable),
    ExpectedDate: field('ExpectedDate'),
    ShipMethodRef: field('ShipMethodRef'),
    FOB: field('FOB'),
    POStatus: choice(
      'IsManuallyClosed',
      [
        { client: 'Open', desktop: 'false' },
        { client: 'Closed', desktop: 'true' },
      ],
      modOnly('false'),
      readFrom(readStatus, 'IsFullyReceived'),
    ),
    PrivateNote: field('Memo', acceptsNumbers),
    Memo: field('VendorMsg', acceptsNumbers),
    PrintStatus: printingStatus,
    EmailStatus: emailStatus,
    Line: lines('PurchaseOrderLine', orderLines, { group: 'PurchaseOrderLineGroup', required: true }),
    TotalAmt: field('TotalAmount', readOnly),
    HomeTotalAmt: field('TotalAmountInHomeCurrency', readOnly),
    LinkedTxn: linkedTxns,
    CustomField: formCustomFields,

    // QBO requires it. On the desktop, an order is not posted; its bill has the account.
    APAccountRef: ignored,
    POEmail: borrowed({
      type: 'structure',
      reason: 'QuickBooks Desktop emails an order to the address of its vendor; set PrimaryEmailAddr of the Vendor',
      instead: 'Set PrimaryEmailAddr of the Vendor.',
      ref: 'VendorRef',
      query: 'Vendor',
      elements: ['Email'],
      member: 'Address',
      isUsed: () => false,
    }),
    ManuallyClosed: refused('the status of an order is POStatus', 'Use POStatus.'),
    DropShipToEntity: refused('name the customer in ShipTo', 'Name the customer in ShipTo.'),
    TaxCodeRef: refused(
      'QuickBooks Desktop (US) has no tax on purchase orders',
      'Add a line for the tax, with its account in AccountRef.',
    ),
    ReimbursableInfoRef: refused(
      'QuickBooks Desktop has no such field on purchase orders',
      'Put the text in Memo or PrivateNote of the order.',
    ),
  }),
  needsCurrent: reopens,
  beforeWrite: (values, current) => {
    if (current !== undefined && reopens(values) && isFullyReceived(current)) {
      throw new Fault(
        'UNSUPPORTED_BY_DESKTOP',
        'POStatus cannot be Open: the order was fully received, and QuickBooks Desktop cannot reopen it.',
        { element: 'POStatus' },
      )
    }
    return values
  },
  alsoCheck: ({ values }) => {
    if (!values.has('InventorySiteRef') || !values.has('ShipTo')) return
    throw new Fault(
      '2010',
      'ShipTo and InventorySiteRef exclude each other: an order is shipped to a site or to a customer.',
      { element: 'ShipTo' },
    )
  },
})

/** Returns whether the values reopen an order, which QuickBooks ignores once the order is fully received. */
function reopens(values: CheckedValues): boolean {
  return values.get('POStatus') === 'false'
}

/** Reads the status: an order is closed once it is fully received, or by hand. */
function readStatus(record: Element): string {
  return childText(record, 'IsManuallyClosed') === 'true' || isFullyReceived(record) ? 'Closed' : 'Open'
}

function isFullyReceived(record: Element): boolean {
  return childText(record, 'IsFullyReceived') === 'true'
}
