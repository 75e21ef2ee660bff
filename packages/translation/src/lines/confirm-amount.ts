import { Fault } from '@bridge/faults'
import { branch, childText, type Element } from '@bridge/qbxml'
import { toDecimal } from '../check/check-value.ts'
import { checkLinks, type SentLink } from '../parts/linked-txns.ts'
import type { Confirmation, LineToConfirm } from '../table/row.ts'

/**
 * Confirms that a new deposit states its payments' own amounts, since QuickBooks would post those. Throws 2010 with
 * `element`. A payment that cannot be deposited is left to the write.
 */
export function confirmAmount({ operation, path, body }: LineToConfirm): readonly Confirmation[] {
  const amount = toDecimal(body.Amount)
  if (operation === 'update' || amount === undefined) return []
  const [link, ...more] = checkLinks(body.LinkedTxn ?? [], `${path}.LinkedTxn`)
  if (link === undefined || more.length > 0) return []
  const confirm = (found: readonly Element[]): void => {
    const amounts = found
      .filter((each) => isNamed(each, link))
      .flatMap((each) => toDecimal(childText(each, 'Amount')) ?? [])
    const [actual] = amounts
    if (actual === undefined || amounts.some((each) => each.eq(amount))) return
    throw new Fault(
      '2010',
      `${path}.Amount is ${amount.toFixed(2)}, but the ${link.txnType} ${link.txnId} has ${actual.toFixed(2)}. QuickBooks Desktop deposits a payment as a whole.`,
      { element: `${path}.Amount` },
    )
  }
  return [{ query: branch('ReceivePaymentToDepositQueryRq', []), require: confirm }]
}

function isNamed(element: Element, { txnId, txnLineId }: SentLink): boolean {
  const lineId = childText(element, 'TxnLineID')
  return (
    childText(element, 'TxnID') === txnId && (txnLineId === undefined || lineId === undefined || lineId === txnLineId)
  )
}
