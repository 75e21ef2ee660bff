import { child, childText, type Element } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import { salesLines } from '../lines/sales-lines.ts'
import { resolveTaxAfterDiscount, taxAfterDiscount } from '../lines/tax-after-discount.ts'
import { address } from '../parts/address.ts'
import { salesTaxCode, salesTaxItem } from '../parts/currency-and-tax.ts'
import { currencyOf, exchangeRate } from '../parts/currency-rows.ts'
import { formCustomFields } from '../parts/custom-fields.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { linkedTxns } from '../parts/linked-txns.ts'
import { ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import { emailStatus } from '../parts/statuses.ts'
import { type JsonValue, scalarText } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  borrowed,
  createsInList,
  derived,
  echo,
  field,
  filter,
  ignored,
  lines,
  notClearable,
  note,
  part,
  passing,
  readOnly,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'

/** A sales form's header: customer, day, number, class. */
const head: RowSpecs = {
  ...envelope,
  ...txnIdentity,
  CustomerRef: field('CustomerRef', required, notClearable, filter('byEntity')),
  ClassRef: field('ClassRef'),
  TemplateRef: field('TemplateRef', notClearable),
  TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
  DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
  ...address('BillAddr', 'BillAddress'),
  ...address('ShipAddr', 'ShipAddress'),
  DueDate: field('DueDate', notClearable),
  SalesRepRef: field('SalesRepRef'),
  FOB: field('FOB'),
}

const tax: RowSpecs = {
  'TxnTaxDetail.TxnTaxCodeRef': field('ItemSalesTaxRef', ...salesTaxItem),
  'TxnTaxDetail.TotalTax': field('SalesTaxTotal', readOnly),
  'TxnTaxDetail.TaxLine': derived('structure', taxLines),
  'TxnTaxDetail.DefaultTaxCodeRef': field('CustomerSalesTaxCodeRef', ...salesTaxCode),
  'TxnTaxDetail.TaxReviewStatus': ignored,
  'TxnTaxDetail.UseAutomatedSalesTax': refused(
    'QuickBooks Desktop computes tax from its sales-tax items',
    'Send TxnTaxCodeRef with a sales-tax item, and the service reads back the tax.',
  ),
}

/** Reads a form's tax as QBO lists it: one line, for the sales-tax item. */
function taxLines(record: Element): JsonValue | undefined {
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

const keptInList = note('QuickBooks Desktop keeps these texts in a list; a new text is added to it')

const messages: RowSpecs = {
  PrivateNote: field('Memo', acceptsNumbers),
  'CustomerMemo.value': field('CustomerMsgRef/FullName', acceptsNumbers, createsInList('CustomerMsg'), keptInList),
  'CustomerMemo.Id': echo,
  EmailStatus: emailStatus,
}

/** Shipping, which estimates do not have. */
export const shipping: RowSpecs = part('shipping', {
  ShipDate: field('ShipDate'),
  ShipMethodRef: field('ShipMethodRef'),
})

/** A form's terms and order. */
export const ordered: RowSpecs = part('order', {
  SalesTermRef: field('TermsRef'),
  PONumber: field('PONumber', acceptsNumbers),
})

/** A form's receivables account, with its terms and order. */
export const receivable: RowSpecs = part('receivable', {
  ARAccountRef: field('ARAccountRef', notClearable),
  ...ordered,
})

/** Creates fields found in QuickBooks Desktop only on forms paid at once. */
export function unpaid(forms: string): RowSpecs {
  return sameRow(['PaymentRefNum', 'PaymentMethodRef', 'DepositToAccountRef', 'CreditCardPayment'], unknownOn(forms))
}

/** The total, on forms where the desktop returns one. */
export const totals: RowSpecs = part('totals', {
  TotalAmt: field('TotalAmount', readOnly),
  HomeTotalAmt: field('TotalAmountInHomeCurrency', readOnly),
})

/**
 * Creates the rows shared by invoices, sales receipts, estimates and credit memos: header, lines, tax, messages, and
 * QBO-only fields. `own` rows replace shared ones.
 *
 * @param forms the form named in reasons, in the plural: `sales receipts`
 * @param line its line stem: `SalesReceiptLine`
 */
export function salesForm(forms: string, line: string, own: RowSpecs): RowSpecs {
  return part(
    'sales form',
    {
      ...head,
      Line: lines(line, salesLines(), { group: `${line}Group`, required: true, resolve: resolveTaxAfterDiscount }),
      ...tax,
      CurrencyRef: field('CurrencyRef', currencyOf('CustomerRef', 'Customer')),
      ExchangeRate: field('ExchangeRate', exchangeRate),
      ...messages,
      LinkedTxn: linkedTxns,
      CustomField: formCustomFields,
      ...onlyInQbo(forms),
    },
    own,
  )
}

const emailsCustomer =
  'QuickBooks Desktop emails a form to the address of its customer; set PrimaryEmailAddr of the Customer'

const customersAddress = {
  type: 'structure',
  reason: emailsCustomer,
  instead: 'Set PrimaryEmailAddr of the Customer.',
  ref: 'CustomerRef',
  query: 'Customer',
  member: 'Address',
} as const

/** Recipients of a copy, which forms do not show. */
const billEmailCc = borrowed({ ...customersAddress, elements: ['Cc'], isUsed: () => false })

/** A form's email address, which matters only if QuickBooks is to email the form. */
const billEmail = borrowed({
  ...customersAddress,
  elements: ['Email'],
  isUsed: ({ EmailStatus }, current) =>
    isBlank(EmailStatus)
      ? current !== undefined && childText(current, 'IsToBeEmailed') === 'true'
      : scalarText(EmailStatus)?.toLowerCase() === 'needtosend',
})

function onlyInQbo(forms: string): RowSpecs {
  return {
    ...ignoredOnTransactions,
    ...sameRow(['DeliveryInfo', 'FreeFormAddress', 'AutoDocNumber'], ignored),
    HomeBalance: echo,
    ...refusedOnTransactions(forms),
    BillEmail: billEmail,
    BillEmailCc: billEmailCc,
    BillEmailBcc: ignored,
    ...sameRow(
      ['TrackingNum', 'ShipFromAddr', 'PaymentType', 'CheckPayment', 'ShipDate', 'ShipMethodRef'],
      unknownOn(forms),
    ),
    ...sameRow(['ARAccountRef', 'SalesTermRef', 'PONumber'], unknownOn(forms)),
    ...sameRow(
      ['DiscountRate', 'DiscountAmt'],
      refused(
        'QuickBooks Desktop discounts with a separate line: use DiscountLineDetail',
        'Add a line with DiscountLineDetail.',
      ),
    ),
    FinanceCharge: refused(
      `QuickBooks Desktop has no finance charges on ${forms}`,
      'Assess finance charges in QuickBooks Desktop, or add a line for the charge.',
    ),
    ApplyTaxAfterDiscount: taxAfterDiscount,
    GlobalTaxCalculation: refused(
      'QuickBooks Desktop (US) adds tax to amounts',
      'Send NotApplicable or TaxExcluded, and Amount without tax.',
      passing('TaxExcluded', 'NotApplicable'),
    ),
    PrintStatus: refused(
      `QuickBooks Desktop does not say whether ${forms} are printed`,
      'Read EmailStatus, or keep in your app what was printed.',
      passing('NotSet', 'PrintComplete'),
    ),
  }
}
