import { Fault } from '@bridge/faults'
import { childText, type Element, leaf } from '@bridge/qbxml'
import { cardPayment } from '../forms/card-payment.ts'
import { totals } from '../forms/sales-form.ts'
import { customFieldsOfLines } from '../lines/line-rows.ts'
import { address } from '../parts/address.ts'
import { currencyOf, exchangeRate } from '../parts/currency-rows.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { checkLinks, isLinked, requireLinkType, toClientType } from '../parts/linked-txns.ts'
import { ignoredOnTransactions, noProjects, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import type { LineKindSpec } from '../table/row.ts'
import {
  acceptsNumbers,
  derived,
  echo,
  field,
  filter,
  ignored,
  lines,
  passing,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'

const refundsOnlyCredits =
  'QuickBooks Desktop refunds a credit, not items; create a CreditMemo and name it in LinkedTxn of a line, with the Amount to refund'

const details = [
  'SalesItemLineDetail',
  'GroupLineDetail',
  'DiscountLineDetail',
  'DescriptionLineDetail',
  'SubTotalLineDetail',
]

/** The line with the refunded credit. */
const RefundedLine: LineKindSpec = {
  is: () => true,
  rows: {
    Amount: field('RefundAmount', required),
    LinkedTxn: derived(
      'structure',
      (line: Element) => [
        { TxnId: childText(line, 'TxnID') ?? '', TxnType: toClientType(childText(line, 'TxnType') ?? '') },
      ],
      {
        to: (value, { path }) =>
          checkLinks(value, path).map((link, index) => {
            requireLinkType(link, ['CreditMemo'])
            if (index === 0) return leaf('TxnID', link.txnId)
            throw new Fault('2010', `${path} names several credits. Send one line for each.`, { element: path })
          }),
      },
    ),
    ...sameRow(
      details,
      refused(
        refundsOnlyCredits,
        'Create a CreditMemo, and name it in LinkedTxn of a line, with the Amount to refund.',
      ),
    ),
    ...sameRow(['Id', 'LineNum', 'DetailType'], echo),
    Received: ignored,
    Description: refused(
      'QuickBooks Desktop stores no text on a refunded credit',
      'Put the text in PrivateNote of the refund.',
    ),
    CustomField: customFieldsOfLines,
    ProjectRef: noProjects('CustomerRef'),
  },
  beforeWrite: ({ path, body, values }) => {
    if (isLinked(body)) return values
    const element = `${path}.LinkedTxn`
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${element} is not supported: ${refundsOnlyCredits}.`, { element })
  },
}

/** A refunded credit. QuickBooks Desktop cannot change it. */
export const RefundReceipt = transaction('RefundReceipt', {
  desktop: 'ARRefundCreditCard',
  can: ['create'],
  iterates: true,
  rows: {
    ...envelope,
    ...txnIdentity,
    CustomerRef: field('CustomerRef', required, filter('byEntity')),
    DepositToAccountRef: field('RefundFromAccountRef', required),
    ARAccountRef: field('ARAccountRef'),
    TxnDate: field('TxnDate', filter('byTxnDate')),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    ...ignoredOnTransactions,
    ...totals,
    Balance: derived('amount', () => 0, { note: 'always 0: a refund is paid' }),
    CurrencyRef: field('CurrencyRef', currencyOf('CustomerRef', 'Customer')),
    ExchangeRate: field('ExchangeRate', exchangeRate),
    ...address('BillAddr', 'Address'),
    PaymentMethodRef: field('PaymentMethodRef'),
    PrivateNote: field('Memo', acceptsNumbers),
    ...cardPayment,
    Line: lines('RefundAppliedToTxn', [RefundedLine], { withoutIds: true, required: true, updates: 'kept' }),
    ...sameRow(['HomeBalance', 'RemainingCredit'], echo),
    ...sameRow(['DeliveryInfo', 'FreeFormAddress', 'AutoDocNumber'], ignored),
    ...refusedOnTransactions('refunds'),
    ...sameRow(
      [
        'ClassRef',
        'ShipAddr',
        'ShipFromAddr',
        'ShipDate',
        'ShipMethodRef',
        'TrackingNum',
        'CustomerMemo',
        'TemplateRef',
      ],
      unknownOn('refunds'),
    ),
    ...sameRow(['SalesTermRef', 'DueDate', 'SalesRepRef', 'PONumber', 'FOB', 'FinanceCharge'], unknownOn('refunds')),
    ...sameRow(['BillEmail', 'BillEmailCc', 'BillEmailBcc', 'PaymentRefNum', 'CheckPayment'], unknownOn('refunds')),
    PaymentType: derived('text', () => 'CreditCard', {
      rejection: {
        reason: 'QuickBooks Desktop refunds by credit card',
        instead: 'Send PaymentType CreditCard; for a refund by check, create a Purchase with PaymentType Check.',
        passes: passing('CreditCard'),
      },
    }),
    PrintStatus: refused(
      'QuickBooks Desktop does not print refunds',
      'Print the CreditMemo: set PrintStatus there.',
      passing('NotSet', 'PrintComplete'),
    ),
    EmailStatus: refused(
      'QuickBooks Desktop does not email refunds',
      'Email the CreditMemo: set EmailStatus there.',
      passing('NotSet', 'EmailSent'),
    ),
    TxnTaxDetail: refused(
      'QuickBooks Desktop taxes the credit memo that is refunded',
      'Set TxnTaxDetail on the CreditMemo.',
    ),
    ...sameRow(
      ['DiscountRate', 'DiscountAmt', 'ApplyTaxAfterDiscount'],
      refused(
        'QuickBooks Desktop uses the amounts of the credit memo that is refunded',
        'Set the discount on the CreditMemo, with a line with DiscountLineDetail.',
      ),
    ),
    GlobalTaxCalculation: refused(
      'QuickBooks Desktop (US) adds tax to amounts',
      'Send NotApplicable or TaxExcluded, and Amount without tax.',
      passing('TaxExcluded', 'NotApplicable'),
    ),
    LinkedTxn: refused('name the credit memo in LinkedTxn of the lines', 'Name the CreditMemo in LinkedTxn of a line.'),
    CustomField: refused(
      'custom fields of refunds are not passed through',
      'Put the text in PrivateNote of the refund.',
    ),
  },
})
