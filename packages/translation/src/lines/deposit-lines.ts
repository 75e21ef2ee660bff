import { branch, childText, type Element, leaf } from '@bridge/qbxml'
import { checkLinks, isLinked, requireLinkType, toClientType } from '../parts/linked-txns.ts'
import type { JsonValue } from '../table/json.ts'
import type { LineKindSpec } from '../table/row.ts'
import {
  acceptsNumbers,
  derived,
  echo,
  field,
  ignored,
  notClearable,
  note,
  readOnly,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'
import { confirmAmount } from './confirm-amount.ts'
import { lineRows } from './line-rows.ts'

const detail = 'DepositLineDetail'

/** Sources of undeposited funds, by their client-side names. */
const deposited = ['Payment', 'SalesReceipt', 'JournalEntry', 'RefundReceipt', 'CreditMemo']

const common = lineRows('Entity')

/**
 * A deposited payment. Its amount and payer come from the payment, so changes to them are not applied [dp-4.2-lines.8].
 * QuickBooks rejects a repeated link.
 */
const PaymentLine: LineKindSpec = {
  detail,
  is: isLinked,
  reads: isPayment,
  keptById: true,
  confirms: confirmAmount,
  joins: ({ path, body }) =>
    checkLinks(body.LinkedTxn ?? [], `${path}.LinkedTxn`).map((link) => ({
      path: link.path,
      id: link.txnId,
      query: branch('ReceivePaymentToDepositQueryRq', []),
    })),
  rows: {
    ...common,
    Description: field('Memo', readOnly),
    Amount: field('Amount', readOnly, note('that of the payment; a new deposit with another amount is rejected')),
    DetailType: echo,
    LinkedTxn: derived('structure', readLink, {
      to: (value, { path }) =>
        checkLinks(value, path).flatMap((link) => {
          requireLinkType(link, deposited)
          const line = link.txnLineId === undefined ? [] : [leaf('PaymentTxnLineID', link.txnLineId)]
          return [leaf('PaymentTxnID', link.txnId), ...line]
        }),
    }),
    [`${detail}.Entity`]: field('EntityRef', readOnly),
    [`${detail}.AccountRef`]: field('AccountRef', readOnly),
    [`${detail}.CheckNum`]: field('CheckNumber', readOnly),
    [`${detail}.PaymentMethodRef`]: field('PaymentMethodRef', readOnly),
    [`${detail}.ClassRef`]: field('ClassRef', readOnly),
    ...sameRow(
      ['TxnType', 'TaxCodeRef', 'TaxApplicableOn'].map((key) => `${detail}.${key}`),
      ignored,
    ),
  },
}

/** Returns whether a line is a deposited payment, whose type it shows. Other lines show the deposit's type. */
function isPayment(line: Element): boolean {
  return childText(line, 'TxnID') !== undefined && childText(line, 'TxnType') !== 'Deposit'
}

function readLink(line: Element): JsonValue {
  return [
    {
      TxnId: childText(line, 'TxnID') ?? '',
      TxnType: toClientType(childText(line, 'TxnType') ?? ''),
      TxnLineId: childText(line, 'PaymentTxnLineID') ?? '0',
    },
  ]
}

const noTax = refused(
  'QuickBooks Desktop (US) has no tax on deposits',
  'Add a line for the tax, with AccountRef naming the account it belongs to.',
)

/** Funds from elsewhere. */
const OtherLine: LineKindSpec = {
  detailType: detail,
  detail,
  rows: {
    ...common,
    LinkedTxn: refused(
      'a line without a payment cannot be linked later; omit it and add a new line',
      'Omit the line, and add a new one with LinkedTxn.',
    ),
    Description: field('Memo', acceptsNumbers),
    Amount: field('Amount', required, notClearable),
    DetailType: derived('text', () => detail),
    [`${detail}.Entity`]: field('EntityRef'),
    [`${detail}.AccountRef`]: field('AccountRef', required, notClearable),
    [`${detail}.CheckNum`]: field('CheckNumber', acceptsNumbers),
    [`${detail}.PaymentMethodRef`]: field('PaymentMethodRef'),
    [`${detail}.ClassRef`]: field('ClassRef'),
    [`${detail}.TxnType`]: ignored,
    ...sameRow(
      ['TaxCodeRef', 'TaxApplicableOn'].map((key) => `${detail}.${key}`),
      noTax,
    ),
  },
}

/** The line kinds on deposits. The first match reads a line. */
export const depositLines: readonly LineKindSpec[] = [PaymentLine, OtherLine]
