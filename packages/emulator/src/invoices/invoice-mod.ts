import { child, childrenOf, childText, type Element } from '@bridge/translation/qbxml'
import { changeFields, refOf, textOf } from '../books/fields.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { lineOrder, missingElement, objectNotFound, outOfDate } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import { currentTransaction } from '../transactions/current-transaction.ts'
import { dueDate } from './due-date.ts'
import { checkReceivable, invoiceResult, newLine, nextTransactionId } from './invoice-add.ts'
import { priceLine } from './line-price.ts'
import { invoicePostings } from './postings.ts'
import { checkCleared, requestedFields } from './requested-fields.ts'
import { totalsOf } from './totals.ts'

/** Changes an invoice (`InvoiceModRq`). */
export const modifyInvoice = (request: Element, context: RequestContext): RequestResult => {
  const { books, now } = context
  const mod = child(request, 'InvoiceMod')
  if (mod === undefined) throw missingElement('InvoiceMod')
  const current = currentTransaction(books, 'Invoice', childText(mod, 'TxnID') ?? '')
  const editSequence = childText(mod, 'EditSequence') ?? ''
  if (editSequence !== String(current.modified)) throw outOfDate(editSequence)

  const header = changedHeader(mod, current, context)
  const lines = changedLines(mod, current, header, context)
  const priced = lines.map((line) => line.fields)
  const fields: Fields = { ...header, ...totalsOf(books, header, priced) }
  const invoice: Transaction = {
    ...current,
    modified: Math.max(now, current.modified + 1),
    fields,
    lines,
    postings: invoicePostings(books, fields, priced),
  }
  books.putTransaction(invoice)
  return invoiceResult(context, invoice)
}

const changedHeader = (mod: Element, current: Transaction, { books }: RequestContext): Fields => {
  const change = requestedFields(books, mod, 'Invoice')
  checkCleared(change)
  const header = changeFields(current.fields, change)
  checkReceivable(books, header)
  const isDueAnew = textOf(change, 'DueDate') === undefined && (change.TermsRef ?? change.TxnDate) !== undefined
  if (!isDueAnew) return header
  const terms = books.lists.byId('Terms', refOf(header, 'TermsRef') ?? '')
  return { ...header, DueDate: dueDate(textOf(header, 'TxnDate') ?? '', terms) }
}

/**
 * The new line table. No line in the request leaves the table as it is; else the request's list is the
 * whole table: `-1` is a new line, an id keeps that line, and what is not listed goes. Kept lines must
 * stand in stored order. Source: facts/qbxml.md, section 6.2.
 */
const changedLines = (mod: Element, current: Transaction, header: Fields, context: RequestContext): readonly Line[] => {
  const { books } = context
  const requested = childrenOf(mod, 'InvoiceLineMod')
  if (requested.length === 0) return current.lines
  const lines: Line[] = []
  let last = -1
  for (const line of requested) {
    const id = childText(line, 'TxnLineID') ?? ''
    const above = lines.map((each) => each.fields)
    const change = requestedFields(books, line, 'Invoice line')
    if (id === '-1') {
      lines.push({ id: nextTransactionId(context), fields: newLine(books, header, change, above) })
      continue
    }
    const index = current.lines.findIndex((each) => each.id === id)
    const stored = current.lines[index]
    if (stored === undefined) throw objectNotFound(id)
    if (index <= last) throw lineOrder(id)
    last = index
    checkCleared(change)
    lines.push({ id, fields: priceLine(books, changeFields(stored.fields, change), change, above) })
  }
  return lines
}
