import { sameRow } from '../parts/contact.ts'
import { checkLinks, clientTypeOf, isLinked, requireLinkType } from '../parts/linked-txns.ts'
import { childText, type Element, leaf } from '../qbxml/element.ts'
import type { JsonValue } from '../table/json.ts'
import type { LineKind } from '../table/line-kind.ts'
import { amount, derived, ignored, max, permanent, readOnly, ref, refused, required, text } from '../table/rows.ts'
import { lineRows } from './line-rows.ts'

const detail = 'DepositLineDetail'

/** What undeposited money comes from, in QBO's words. */
const deposited = ['Payment', 'SalesReceipt', 'JournalEntry', 'RefundReceipt', 'CreditMemo']

const common = lineRows('Entity')

/**
 * A payment that is deposited. Its amount and its payer come from the payment, so what a client says of them is not
 * applied ("Line-level updates", rule 8); QuickBooks refuses the link where it is sent again (facts/qbxml.md, 6.2).
 */
const PaymentLine: LineKind = {
  detail,
  is: isLinked,
  reads: isOfPayment,
  keptById: true,
  rows: {
    ...common,
    Description: text('Memo', readOnly),
    Amount: amount('Amount', readOnly),
    DetailType: ignored,
    LinkedTxn: derived('structure', readLink, {
      to: (value, { path }) =>
        checkLinks(value, path).flatMap((link) => {
          requireLinkType(link, deposited)
          const line = link.txnLineId === undefined ? [] : [leaf('PaymentTxnLineID', link.txnLineId)]
          return [leaf('PaymentTxnID', link.txnId), ...line]
        }),
    }),
    [`${detail}.Entity`]: ref('EntityRef', readOnly),
    [`${detail}.AccountRef`]: ref('AccountRef', readOnly),
    [`${detail}.CheckNum`]: text('CheckNumber', readOnly),
    [`${detail}.PaymentMethodRef`]: ref('PaymentMethodRef', readOnly),
    [`${detail}.ClassRef`]: ref('ClassRef', readOnly),
    ...sameRow(
      ['TxnType', 'TaxCodeRef', 'TaxApplicableOn'].map((key) => `${detail}.${key}`),
      ignored,
    ),
  },
}

/** A line of a payment tells which; QuickBooks prints the type of the deposit itself on the others. */
function isOfPayment(line: Element): boolean {
  return childText(line, 'TxnID') !== undefined && childText(line, 'TxnType') !== 'Deposit'
}

function readLink(line: Element): JsonValue {
  return [
    {
      TxnId: childText(line, 'TxnID') ?? '',
      TxnType: clientTypeOf(childText(line, 'TxnType') ?? ''),
      TxnLineId: childText(line, 'PaymentTxnLineID') ?? '0',
    },
  ]
}

const noTax = refused('QuickBooks Desktop (US) has no tax on deposits')

/** Money from elsewhere. */
const OtherLine: LineKind = {
  detailType: detail,
  detail,
  rows: {
    ...common,
    LinkedTxn: refused('a line without a payment cannot be linked afterwards; leave it out and add a new line'),
    Description: text('Memo', max(4095)),
    Amount: amount('Amount', required, permanent),
    DetailType: derived('text', () => detail),
    [`${detail}.Entity`]: ref('EntityRef', permanent),
    [`${detail}.AccountRef`]: ref('AccountRef', required, permanent),
    [`${detail}.CheckNum`]: text('CheckNumber', max(11)),
    [`${detail}.PaymentMethodRef`]: ref('PaymentMethodRef', permanent),
    [`${detail}.ClassRef`]: ref('ClassRef', permanent),
    [`${detail}.TxnType`]: ignored,
    ...sameRow(
      ['TaxCodeRef', 'TaxApplicableOn'].map((key) => `${detail}.${key}`),
      noTax,
    ),
  },
}

/** The kinds of lines of deposits; the first that recognizes a line reads it. */
export const depositLines: readonly LineKind[] = [PaymentLine, OtherLine]
