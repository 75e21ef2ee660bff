import { childrenOf, childText, type Element } from '../qbxml/element.ts'
import type { JsonValue } from '../table/json.ts'
import { derived } from '../table/rows.ts'

/** QBO's words for the desktop's transaction types where they differ. */
const clientTypes: Readonly<Record<string, string>> = {
  ReceivePayment: 'Payment',
  ARRefundCreditCard: 'RefundReceipt',
  CreditCardCharge: 'Purchase',
  CreditCardCredit: 'Purchase',
  BillPaymentCreditCard: 'BillPaymentCreditCard',
}

const readLinks = (record: Element): JsonValue | undefined => {
  const links = childrenOf(record, 'LinkedTxn').map((link) => {
    const type = childText(link, 'TxnType') ?? ''
    return { TxnId: childText(link, 'TxnID') ?? '', TxnType: clientTypes[type] ?? type }
  })
  return links.length === 0 ? undefined : links
}

/** Transactions that are linked to this one; a client may repeat them, not change them. */
export const linkedTxns = derived('structure', readLinks, {
  fixed: { reason: 'linking to other transactions through LinkedTxn is not available yet' },
})
