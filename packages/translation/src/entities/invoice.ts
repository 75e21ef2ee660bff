import Big from 'big.js'
import { child, childText, type Element } from '../qbxml/element.ts'
import { address } from '../table/address.ts'
import { sameRow } from '../table/contact.ts'
import { customFields } from '../table/custom-fields.ts'
import { transaction } from '../table/entity-table.ts'
import { envelope, txnIdentity } from '../table/identity.ts'
import type { JsonValue } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import {
  amount,
  bool,
  choice,
  createOnly,
  date,
  derived,
  filter,
  fixed,
  ignored,
  lines,
  max,
  passing,
  permanent,
  rate,
  readOnly,
  ref,
  refused,
  required,
  text,
} from '../table/rows.ts'
import { homeCurrency } from './currency-and-tax.ts'
import { linkedTxns } from './linked-txns.ts'
import { salesLines } from './sales-lines.ts'

/** The desktop prints no total: it is the subtotal with its tax (facts/qbxml.md, section 5). */
const totalOf = (record: Element): JsonValue =>
  new Big(childText(record, 'Subtotal') ?? 0).plus(childText(record, 'SalesTaxTotal') ?? 0).toNumber()

/** The tax of the invoice as QBO lists it: one line, by the sales-tax item that computed it. */
const taxLines = (record: Element): JsonValue | undefined => {
  const item = child(record, 'ItemSalesTaxRef')
  const total = childText(record, 'SalesTaxTotal')
  if (item === undefined || total === undefined) return undefined
  const percentage = childText(record, 'SalesTaxPercentage')
  return [
    {
      Amount: Number(total),
      DetailType: 'TaxLineDetail',
      TaxLineDetail: {
        TaxRateRef: { value: childText(item, 'ListID') ?? '' },
        PercentBased: true,
        ...(percentage !== undefined && { TaxPercent: Number(percentage) }),
      },
    },
  ]
}

const onlinePayment = refused('QuickBooks Desktop takes no payments on invoices online')
const mailsItself = refused(
  'QuickBooks Desktop mails an invoice to the address of its customer: set PrimaryEmailAddr of the Customer',
)
const unknownToDesktop = refused('QuickBooks Desktop has no such field on invoices')

/** Members of QBO invoices that only read, or that only QBO's own pages use. */
const onlyInQbo: Rows = {
  ...sameRow(
    ['AllowOnlinePayment', 'AllowOnlineACHPayment', 'AllowOnlineCreditCardPayment', 'AllowOnlinePayPalPayment'],
    onlinePayment,
  ),
  ...sameRow(['AllowOnlineAffirmPayment', 'GratuityEnabled', 'SubscriptionPaymentsSetting'], onlinePayment),
  ...sameRow(['BillEmail', 'BillEmailCc', 'BillEmailBcc'], mailsItself),
  ...sameRow(
    [
      'TrackingNum',
      'Deposit',
      'DepositToAccountRef',
      'TransactionLocationType',
      'ShipFromAddr',
      'DiscountRate',
      'DiscountAmt',
    ],
    unknownToDesktop,
  ),
  ...sameRow(
    ['CfdiUse', 'Exportation', 'GlobalInfo', 'PaymentDetailsMessage', 'ConvenienceFeeDetail', 'EnabledSurchargeInfo'],
    unknownToDesktop,
  ),
  ...sameRow(
    ['TxnRetainageDetail', 'FinancingProductType', 'Tag', 'RemitToRef', 'CheckPayment', 'PaymentType', 'RecurringInfo'],
    unknownToDesktop,
  ),
  ProjectRef: refused('QuickBooks Desktop has jobs, not projects: name the job in CustomerRef'),
  DepartmentRef: refused('QuickBooks Desktop has no departments'),
  ApplyTaxAfterDiscount: refused('QuickBooks Desktop taxes each line by its own tax code'),
  GlobalTaxCalculation: refused('QuickBooks Desktop (US) adds tax to amounts', passing('TaxExcluded', 'NotApplicable')),
  ...sameRow(
    [
      'HomeTotalAmt',
      'RecurDataRef',
      'TaxExemptionRef',
      'DeliveryInfo',
      'InvoiceLink',
      'TxnSource',
      // Without meaning in QBO for years, and set by python-quickbooks on every invoice.
      'AllowIPNPayment',
      'FreeFormAddress',
      'TxnStatus',
    ],
    ignored,
  ),
  ...sameRow(
    [
      'EInvoiceStatus',
      'ECloudStatusTimeStamp',
      'invoiceStatus',
      'callToAction',
      'invoiceStatusLog',
      'InvoiceLinkSecurityCode',
    ],
    ignored,
  ),
  ...sameRow(
    [
      'InvoiceLinkExpiryDate',
      'AutoPayEligible',
      'SchedulePayEligible',
      'ScheduledPaymentId',
      'AutoDocNumber',
      'TxnApprovalInfo',
    ],
    ignored,
  ),
}

export const Invoice = transaction('Invoice', {
  can: ['create', 'update', 'delete'],
  iterates: true,
  ownerId: true,
  linkedTxns: true,
  rows: {
    ...envelope,
    ...txnIdentity,
    CustomerRef: ref('CustomerRef', required, permanent, filter('byEntity')),
    ClassRef: ref('ClassRef', permanent),
    ARAccountRef: ref('ARAccountRef', permanent),
    TemplateRef: ref('TemplateRef', permanent),
    TxnDate: date('TxnDate', permanent, filter('byTxnDate')),
    DocNumber: text('RefNumber', max(11), filter('byRefNumber')),
    ...address('BillAddr', 'BillAddress'),
    ...address('ShipAddr', 'ShipAddress'),
    FinanceCharge: bool('IsFinanceCharge', createOnly),
    PONumber: text('PONumber', max(25)),
    SalesTermRef: ref('TermsRef', permanent),
    DueDate: date('DueDate', permanent),
    SalesRepRef: ref('SalesRepRef', permanent),
    FOB: text('FOB', max(13)),
    ShipDate: date('ShipDate'),
    ShipMethodRef: ref('ShipMethodRef', permanent),
    Line: lines('InvoiceLine', salesLines, { group: 'InvoiceLineGroup', required: true }),
    'TxnTaxDetail.TxnTaxCodeRef': ref('ItemSalesTaxRef', permanent),
    'TxnTaxDetail.TotalTax': amount('SalesTaxTotal', readOnly),
    'TxnTaxDetail.TaxLine': derived('structure', taxLines),
    'TxnTaxDetail.DefaultTaxCodeRef': ignored,
    'TxnTaxDetail.TaxReviewStatus': ignored,
    'TxnTaxDetail.UseAutomatedSalesTax': refused('QuickBooks Desktop computes tax from its sales-tax items'),
    TotalAmt: derived('amount', totalOf),
    Balance: amount('BalanceRemaining', readOnly, filter('byOpenBalance')),
    HomeBalance: amount('BalanceRemainingInHomeCurrency', readOnly),
    CurrencyRef: ref('CurrencyRef', homeCurrency),
    ExchangeRate: rate(
      'ExchangeRate',
      permanent,
      fixed('the exchange rate of an invoice cannot be set yet', passing(1)),
    ),
    PrivateNote: text('Memo', max(4095)),
    'CustomerMemo.value': text('CustomerMsgRef/FullName', max(101), permanent),
    'CustomerMemo.Id': ignored,
    PrintStatus: choice('IsToBePrinted', [
      { client: 'NeedToPrint', desktop: 'true' },
      { client: 'NotSet', desktop: 'false' },
      { client: 'PrintComplete', desktop: 'false', reads: false },
    ]),
    EmailStatus: choice('IsToBeEmailed', [
      { client: 'NeedToSend', desktop: 'true' },
      { client: 'NotSet', desktop: 'false' },
      { client: 'EmailSent', desktop: 'false', reads: false },
    ]),
    LinkedTxn: linkedTxns,
    CustomField: customFields,
    ...onlyInQbo,
  },
})
