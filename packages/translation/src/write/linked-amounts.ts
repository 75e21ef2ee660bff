import { Fault } from '@bridge/faults'
import { branch, childText, type Element, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import type Big from 'big.js'
import { toDecimal } from '../check/check-value.ts'
import { checkLinks, isLinked, type SentLink } from '../parts/linked-txns.ts'
import { childNumber } from '../read/read-value.ts'
import type { CheckedRecord } from '../table/checked.ts'

/**
 * Creates the queries for the amounts on transactions linked by a new record's lines; empty if no line states such an
 * amount.
 */
export function createAmountQueries(record: CheckedRecord): readonly QbxmlRequest[] {
  return [...new Set(getStatedAmounts(record).map(({ query }) => query))].map((query) => branch(`${query}QueryRq`, []))
}

/** An amount stated by a client for a linked transaction, which has its own. */
interface StatedAmount {
  /** Path for faults. */
  readonly path: string
  /** The stem of the query returning the transaction. */
  readonly query: string
  readonly amount: Big
  readonly link: SentLink
}

function getStatedAmounts({ id, lines = [] }: CheckedRecord): readonly StatedAmount[] {
  if (id !== undefined) return []
  return lines.flatMap(({ path, kind, body }) => {
    const query = kind?.amountFrom
    const amount = toDecimal(body.Amount)
    if (query === undefined || amount === undefined || !isLinked(body)) return []
    const [link, ...more] = checkLinks(body.LinkedTxn ?? [], `${path}.LinkedTxn`)
    return link === undefined || more.length > 0 ? [] : [{ path: `${path}.Amount`, query, amount, link }]
  })
}

/**
 * Rejects a line whose amount differs from its transaction's, since QuickBooks would post it. Throws 2010 with
 * `element`.
 *
 * @param responses the responses to {@link createAmountQueries}, which may lack a transaction that cannot be linked
 */
export function requireLinkedAmounts(record: CheckedRecord, responses: readonly QbxmlResponse[]): void {
  for (const { path, query, amount, link } of getStatedAmounts(record)) {
    const found = responses
      .filter(({ name }) => name === `${query}QueryRs`)
      .flatMap(({ elements }) => elements.filter((element) => isNamed(element, link)))
      .map((element) => childNumber(element, 'Amount'))
    const [actual] = found
    if (actual === undefined || found.some((each) => each.eq(amount))) continue
    throw new Fault(
      '2010',
      `${path} is ${amount.toFixed(2)}, but the ${link.txnType} ${link.txnId} has ${actual.toFixed(2)}. QuickBooks Desktop deposits a payment as a whole.`,
      { element: path },
    )
  }
}

function isNamed(element: Element, { txnId, txnLineId }: SentLink): boolean {
  const lineId = childText(element, 'TxnLineID')
  return (
    childText(element, 'TxnID') === txnId && (txnLineId === undefined || lineId === undefined || lineId === txnLineId)
  )
}
