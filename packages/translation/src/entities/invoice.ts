import type { Element } from '@bridge/qbxml'
import { receivable, salesForm, shipping, unpaid } from '../forms/sales-form.ts'
import { requireLines, salesLines } from '../lines/sales-lines.ts'
import { resolveTaxAfterDiscount } from '../lines/tax-after-discount.ts'
import { decidedByDesktop } from '../parts/copies.ts'
import { customFieldDefinitions } from '../parts/custom-fields.ts'
import { takesOver } from '../parts/linked-txns.ts'
import { unknownOn } from '../parts/only-in-qbo.ts'
import { printingStatus } from '../parts/statuses.ts'
import { childNumber } from '../read/read-value.ts'
import { transaction } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import { createOnly, derived, field, filter, ignored, lines, readOnly, refused, sameRow } from '../table/rows.ts'

const noOnlinePayments = 'QuickBooks Desktop accepts no online payments of invoices'

/** QBO invoice fields that are read-only, or used only on QBO's own pages. */
const onlyInQbo: RowSpecs = {
  ...sameRow(
    ['AllowOnlinePayment', 'AllowOnlineACHPayment', 'AllowOnlineCreditCardPayment'],
    decidedByDesktop(
      noOnlinePayments,
      'Send a link to your own payment page in CustomerMemo, and record what is paid as a Payment.',
    ),
  ),
  // QBO has ignored it for years, but python-quickbooks sets it on every invoice.
  AllowIPNPayment: decidedByDesktop(
    noOnlinePayments,
    'Send a link to your own payment page in CustomerMemo, and record what is paid as a Payment.',
  ),
  ...sameRow(['AllowOnlinePayPalPayment', 'AllowOnlineAffirmPayment'], ignored),
  ...sameRow(
    ['GratuityEnabled', 'SubscriptionPaymentsSetting'],
    refused(
      noOnlinePayments,
      'Send a link to your own payment page in CustomerMemo, and record what is paid as a Payment.',
    ),
  ),
  ...sameRow(
    [
      'Deposit',
      'CfdiUse',
      'Exportation',
      'GlobalInfo',
      'PaymentDetailsMessage',
      'ConvenienceFeeDetail',
      'EnabledSurchargeInfo',
      'TxnRetainageDetail',
      'FinancingProductType',
    ],
    unknownOn('invoices'),
  ),
  ...sameRow(
    [
      'InvoiceLink',
      'InvoiceLinkSecurityCode',
      'InvoiceLinkExpiryDate',
      'EInvoiceStatus',
      'ECloudStatusTimeStamp',
      'invoiceStatus',
      'invoiceStatusLog',
      'callToAction',
      'AutoPayEligible',
      'SchedulePayEligible',
      'ScheduledPaymentId',
    ],
    ignored,
  ),
}

export const Invoice = transaction('Invoice', {
  can: ['create', 'update', 'delete', 'void'],
  iterates: true,
  ownerId: true,
  companions: { remembered: [customFieldDefinitions] },
  linkedTxns: true,
  rows: salesForm('invoices', 'InvoiceLine', {
    ...receivable,
    ...shipping,
    ...unpaid('invoices'),
    FinanceCharge: field('IsFinanceCharge', createOnly),
    Line: lines('InvoiceLine', salesLines({ takesOver: 'Estimate' }), {
      group: 'InvoiceLineGroup',
      resolve: resolveTaxAfterDiscount,
    }),
    LinkedTxn: takesOver('Estimate', { comparesLines: true }),
    TotalAmt: derived('amount', getTotal, { reads: ['Subtotal', 'SalesTaxTotal'] }),
    Balance: field('BalanceRemaining', readOnly, filter('byOpenBalance')),
    HomeBalance: field('BalanceRemainingInHomeCurrency', readOnly),
    PrintStatus: printingStatus,
    ...onlyInQbo,
  }),
  alsoCheck: requireLines,
})

/** Returns the subtotal plus tax, since the desktop returns no total. */
function getTotal(record: Element): JsonValue {
  return childNumber(record, 'Subtotal').plus(childNumber(record, 'SalesTaxTotal')).toNumber()
}
