import { Fault } from '@bridge/faults'
import { child, childText, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import type { Currencies } from '../parts/currencies.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { JoinedTransaction } from '../table/row.ts'

/** A currency in a body, or of a joined transaction. */
interface PlacedCurrency {
  readonly path: string
  /** Its ListID. */
  readonly id: string | undefined
  readonly name: string
}

/**
 * Returns the transactions joined by a body's lines whose currencies are compared: all of them if the body names a
 * currency in a file with several, and otherwise those read anyway.
 *
 * @param read the queries sent in any case
 */
export function findJoined(
  { lines = [], currencies: sent }: CheckedRecord,
  currencies: Currencies | undefined,
  read: readonly QbxmlRequest[],
): readonly JoinedTransaction[] {
  const isNamed = currencies !== undefined && currencies.size > 0 && sent.some(({ rule }) => rule.kind === 'code')
  const names = new Set(read.map(({ name }) => name))
  return lines.flatMap(({ joined = [] }) => joined).filter(({ query }) => isNamed || names.has(query.name))
}

/**
 * Throws 2010 with `element` for a joined transaction in another currency than the body or an earlier one, since
 * QuickBooks keeps a transaction and what it joins in one currency. A missing transaction is left to the write.
 */
export function requireOneCurrency(
  { currencies: sent }: CheckedRecord,
  joined: readonly JoinedTransaction[],
  responses: readonly QbxmlResponse[],
  currencies: Currencies = new Map(),
): void {
  const code = sent.find(({ rule }) => rule.kind === 'code')
  const [id] = [...currencies].find(([, currency]) => currency.code === code?.text) ?? []
  let first: PlacedCurrency | undefined = code && id !== undefined ? { path: code.key, id, name: code.text } : undefined
  for (const { path, id: txnId, query } of joined) {
    const found = responses
      .filter(({ name }) => name === query.name.replace(/Rq$/, 'Rs'))
      .flatMap(({ elements }) => elements)
      .find((each) => childText(each, 'TxnID') === txnId)
    const reference = found && child(found, 'CurrencyRef')
    if (reference === undefined) continue
    const own = childText(reference, 'ListID') ?? ''
    const name = currencies.get(own)?.code ?? childText(reference, 'FullName') ?? own
    first ??= { path, id: own, name }
    if (own === first.id) continue
    throw new Fault(
      '2010',
      `${path} names a transaction in ${name}, but ${first.path} is in ${first.name}. QuickBooks Desktop keeps what a transaction joins in one currency.`,
      { element: path },
    )
  }
}
