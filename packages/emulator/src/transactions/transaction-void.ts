import { childText, type Element, leaf } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { findItem, isStockItem } from '../books/line-item.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { cannotVoid, invalidField, missingElement, Unsupported } from '../requests/status-error.ts'
import { checkClosingDate } from './closing-date.ts'
import { requireTransaction } from './current-transaction.ts'
import { withPostings } from './posting.ts'
import type { Entry, TransactionKind, TransactionKinds } from './transaction-kind.ts'
import { removeApplications, storeTransaction } from './transaction-store.ts'

const prefix = 'VOID: '
const maxMemo = 4095

/**
 * Voids a transaction (`TxnVoidRq`): its amounts become zero, its memo says so, and its applications in both directions
 * are removed. Rejects a deposited one (status 3185). The response has no Ret.
 */
export function voidTransaction(kinds: TransactionKinds, request: Element, context: RequestContext): RequestResult {
  const { books } = context
  const type = childText(request, 'TxnVoidType')
  const id = childText(request, 'TxnID')
  if (type === undefined) throw missingElement('TxnVoidType')
  if (id === undefined || id === '') throw missingElement('TxnID')
  const kind = kinds.get(type)
  if (kind === undefined) throw new Unsupported(`TxnVoidRq/${type}`)
  if (!kind.isVoidable) throw invalidField('TxnVoidType', type, 'This type of transaction cannot be voided.')
  const current = requireTransaction(books, type, id)
  if (isVoid(books, current)) return voidResult(type, current, context)
  checkClosingDate(context, { kind: type, verb: 'modify', dates: [getText(current.fields, 'TxnDate')] })
  if (books.links.to(id).some((link) => link.application.type === 'deposit')) throw cannotVoid(id)
  removeApplications(kinds, context, current)
  const zeroed = toVoided(kind, current, request, context)
  const transaction = kind.onVoid?.(zeroed, current, context) ?? zeroed
  storeTransaction(context, current, transaction)
  return voidResult(type, transaction, context)
}

function isVoid(books: Books, transaction: Transaction): boolean {
  return (
    (getText(transaction.fields, 'Memo') ?? '').startsWith(prefix) &&
    transaction.postings.length === 0 &&
    transaction.applications.length === 0 &&
    transaction.lines.every((line) => JSON.stringify(zeroed(books, line)) === JSON.stringify(line))
  )
}

function zeroed(books: Books, line: Line): Line {
  return line.lines === undefined
    ? { ...line, fields: zeroedFields(books, line.fields) }
    : { ...line, lines: line.lines.map((each) => zeroed(books, each)) }
}

function zeroedFields(books: Books, line: Fields): Fields {
  const fields = Object.fromEntries(Object.entries(line).map(([name, value]) => [name, zeros.get(name) ?? value]))
  if (fields.Quantity !== undefined) return fields
  if (isCounted(books, line)) return { ...fields, Quantity: '0' }
  return fields.Rate === undefined ? fields : { ...fields, Rate: '0.00' }
}

// A line without a quantity counts as one item, unless its amount is a percentage of the line above. Voiding makes that
// zero.
function isCounted(books: Books, line: Fields): boolean {
  const item = findItem(books, line)
  return item !== undefined && !uncounted.has(item.kind) && (isStockItem(item) || line.RatePercent === undefined)
}

function voidResult(type: string, transaction: Transaction, { switches }: RequestContext): RequestResult {
  const number = getText(transaction.fields, 'RefNumber')
  return {
    elements: [
      leaf('TxnVoidType', type),
      leaf('TxnID', transaction.id),
      leaf('TimeCreated', hostTime(switches, transaction.created)),
      leaf('TimeModified', hostTime(switches, transaction.modified)),
      ...(number === undefined ? [] : [leaf('RefNumber', number)]),
    ],
    recovery: {
      TxnID: transaction.id,
      TxnNumber: String(transaction.number),
      EditSequence: String(transaction.modified),
    },
  }
}

function toVoided(kind: TransactionKind, current: Transaction, request: Element, context: RequestContext): Transaction {
  const memo = getText(current.fields, 'Memo') ?? ''
  const lines = current.lines.map((line) => zeroed(context.books, line))
  const fields: Fields = {
    ...current.fields,
    Memo: memo.startsWith(prefix) ? memo : [...`${prefix}${memo}`].slice(0, maxMemo).join(''),
  }
  const entry: Entry = { id: current.id, request, requested: {}, current, fields, lines }
  const transaction: Transaction = {
    ...current,
    modified: Math.max(context.now, current.modified + 1),
    fields: { ...fields, ...kind.total?.(entry, context) },
    lines,
    applications: [],
    postings: [],
  }
  return withPostings(kind, transaction, context.books)
}

const zeros = new Map([
  ['Amount', '0.00'],
  ['Quantity', '0'],
  ['QuantityDifference', '0'],
  ['ValueDifference', '0.00'],
])

const uncounted = new Set(['ItemDiscount', 'ItemSubtotal', 'ItemPayment'])
