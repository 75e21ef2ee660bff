import { branch, type Element, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Application, Transaction } from '../books/record.ts'
import { getAppliedTotal } from './applied-amounts.ts'

/**
 * Returns a transaction's `LinkedTxn` elements: what it pays or links to, and what pays it, with a negative amount, or
 * links to it.
 */
export function toLinkedTxns(books: Books, transaction: Transaction): Element[] {
  const sums = new Map<string, { readonly id: string; readonly type: Application['type']; amount: Big }>()
  const add = (id: string, type: Application['type'], amount: Big): void => {
    const sum = sums.get(`${id} ${type}`)
    if (sum === undefined) sums.set(`${id} ${type}`, { id, type, amount })
    else sum.amount = sum.amount.plus(amount)
  }
  for (const application of transaction.applications) add(application.to, application.type, Big(application.amount))
  for (const { from, application } of books.links.to(transaction.id)) {
    const isSettled = application.type === 'settlement'
    add(from, application.type, isSettled ? getAppliedTotal(application).times(-1) : Big(application.amount))
  }
  return [...sums.values()]
    .filter(({ type }) => type !== 'deposit')
    .flatMap(({ id, amount }) => {
      const other = books.transactions.get(id)
      return other === undefined ? [] : [toLinkedTxn(other, amount)]
    })
}

function toLinkedTxn(other: Transaction, amount: Big): Element {
  const number = getText(other.fields, 'RefNumber')
  return branch('LinkedTxn', [
    leaf('TxnID', other.id),
    leaf('TxnType', other.kind),
    leaf('TxnDate', getText(other.fields, 'TxnDate') ?? ''),
    ...(number === undefined ? [] : [leaf('RefNumber', number)]),
    leaf('LinkType', 'AMTTYPE'),
    leaf('Amount', amountText(amount)),
  ])
}
