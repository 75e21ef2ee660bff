import { childText, type Element, leaf } from '@bridge/translation/qbxml'
import { textOf } from '../books/fields.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { hostTime } from '../host-time.ts'
import { missingElement, Unsupported } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import { currentTransaction } from './current-transaction.ts'

const prefix = 'VOID: '
const memoMax = 4095

/**
 * Voids a transaction (`TxnVoidRq`): it stays with zero amounts and a memo that says so. The answer
 * holds no Ret. Source: facts/qbxml.md, section 6.3.
 */
export const voidTransaction = (request: Element, context: RequestContext): RequestResult => {
  const { books, now, switches } = context
  const type = childText(request, 'TxnVoidType')
  const id = childText(request, 'TxnID')
  if (type === undefined) throw missingElement('TxnVoidType')
  if (id === undefined || id === '') throw missingElement('TxnID')
  if (type !== 'Invoice') throw new Unsupported(`TxnVoidRq/${type}`)
  const current = currentTransaction(books, type, id)
  const memo = textOf(current.fields, 'Memo') ?? ''
  const transaction: Transaction = {
    ...current,
    modified: Math.max(now, current.modified + 1),
    fields: {
      ...current.fields,
      Subtotal: '0.00',
      SalesTaxTotal: '0.00',
      Memo: memo.startsWith(prefix) ? memo : [...`${prefix}${memo}`].slice(0, memoMax).join(''),
    },
    lines: current.lines.map((line): Line => ({ id: line.id, fields: zeroed(line.fields) })),
    postings: [],
  }
  books.putTransaction(transaction)
  const number = textOf(transaction.fields, 'RefNumber')
  return {
    elements: [
      leaf('TxnVoidType', type),
      leaf('TxnID', id),
      leaf('TimeCreated', hostTime(switches, transaction.created)),
      leaf('TimeModified', hostTime(switches, transaction.modified)),
      ...(number === undefined ? [] : [leaf('RefNumber', number)]),
    ],
    recovery: { TxnID: id, TxnNumber: String(current.number), EditSequence: String(transaction.modified) },
  }
}

const zeroed = (line: Fields): Fields => {
  if (textOf(line, 'Amount') === undefined) return line
  if (textOf(line, 'Quantity') !== undefined) return { ...line, Quantity: '0', Amount: '0.00' }
  return { ...line, ...(textOf(line, 'Rate') === undefined ? {} : { Rate: '0.00' }), Amount: '0.00' }
}
