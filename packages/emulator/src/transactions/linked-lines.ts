import { childrenByName, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { quantityText, sum } from '../books/decimal.ts'
import { getAggregate, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Application, Fields, Line, Transaction } from '../books/record.ts'
import { isId } from '../requests/resolve.ts'
import { invalidField, invalidId, objectNotFound } from '../requests/status-error.ts'
import type { LineTable } from './line-table.ts'
import type { TransactionKind } from './transaction-kind.ts'

/** Returns a line's quantity not yet linked, or `undefined` for a line without a quantity. */
export function getOpenQuantity(books: Books, transaction: Transaction, line: Line): string | undefined {
  const quantity = getText(line.fields, 'Quantity')
  if (quantity === undefined) return undefined
  const taken = getLineApplications(books, transaction, line).map((application) => application.quantity ?? 0)
  const open = Big(quantity).minus(sum(taken))
  return quantityText(open.lt(0) ? 0 : open)
}

/** Returns the applications linking to a line. */
export function getLineApplications(books: Books, transaction: Transaction, line: Line): readonly Application[] {
  return books.links
    .to(transaction.id)
    .map((link) => link.application)
    .filter((application) => application.type === 'line' && application.toLine === line.id)
}

/** Returns the open lines' fields that `LinkToTxnID` adds to a table. */
export function getLinkedLines(table: LineTable, request: Element, books: Books): readonly Fields[] {
  return childrenByName(request, 'LinkToTxnID').flatMap(({ text }) => {
    const transaction = findLinkedTransaction(books, text, 'LinkToTxnID')
    if (transaction.kind !== table.source?.from) return []
    return flattenLines(transaction.lines)
      .filter((line) => isOpen(books, transaction, line))
      .map((line) => toLinkedFields(table, transaction, line, books))
  })
}

function findLinkedTransaction(books: Books, id: string, field: string): Transaction {
  if (!isId(id)) throw invalidId(id, field)
  const transaction = books.transactions.get(id)
  if (transaction === undefined) throw objectNotFound(id)
  return transaction
}

function isOpen(books: Books, transaction: Transaction, line: Line): boolean {
  const open = getOpenQuantity(books, transaction, line)
  return open === undefined ? getLineApplications(books, transaction, line).length === 0 : Big(open).gt(0)
}

function toLinkedFields(table: LineTable, transaction: Transaction, line: Line, books: Books): Fields {
  return {
    ...table.source?.fields(line, getOpenQuantity(books, transaction, line)),
    LinkToTxn: { TxnID: transaction.id, TxnLineID: line.id },
  }
}

/** Rejects a `LinkToTxnID` with a transaction the kind cannot link to (status 3210). */
export function checkLinks(kind: TransactionKind, request: Element, books: Books): void {
  for (const { text } of childrenByName(request, 'LinkToTxnID')) {
    const transaction = findLinkedTransaction(books, text, 'LinkToTxnID')
    if (!kind.tables.some((table) => table.source?.from === transaction.kind)) {
      throw invalidField('LinkToTxnID', text, `A ${transaction.kind} cannot be linked to a ${kind.kind}.`)
    }
  }
}

/** Completes a requested line with the fields of the line its `LinkToTxn` refers to. */
export function withLinkedFields(table: LineTable, requested: Fields, books: Books): Fields {
  if (requested.LinkToTxn === undefined) return requested
  const link = getAggregate(requested, 'LinkToTxn')
  const id = getText(link, 'TxnID') ?? ''
  const transaction = findLinkedTransaction(books, id, 'TxnID')
  if (transaction.kind !== table.source?.from) {
    throw invalidField('LinkToTxn', id, `A ${transaction.kind} cannot be linked to this line.`)
  }
  const lineId = getText(link, 'TxnLineID') ?? ''
  const line = flattenLines(transaction.lines).find((each) => each.id === lineId)
  if (line === undefined) throw objectNotFound(lineId)
  const from = toLinkedFields(table, transaction, line, books)
  if (getText(requested, 'Quantity') === undefined && getText(requested, 'Amount') === undefined)
    return { ...from, ...requested }
  const { Quantity: _quantity, Amount: _amount, ...rest } = from
  return { ...rest, ...requested }
}

/** Returns the applications for the lines' links. */
export function toLineApplications(lines: readonly Line[]): readonly Application[] {
  return flattenLines(lines).flatMap((line): Application[] => {
    const link = getAggregate(line.fields, 'LinkToTxn')
    const to = getText(link, 'TxnID')
    const toLine = getText(link, 'TxnLineID')
    if (to === undefined || toLine === undefined) return []
    const quantity = getText(line.fields, 'Quantity')
    const amount = getText(line.fields, 'Amount') ?? '0.00'
    return [{ type: 'line', to, toLine, line: line.id, amount, ...(quantity === undefined ? {} : { quantity }) }]
  })
}

/** Returns lines without their links to a deleted transaction. */
export function withoutLinks(lines: readonly Line[], to: string): readonly Line[] {
  return lines.map((line): Line => {
    if (line.lines !== undefined) return { ...line, lines: withoutLinks(line.lines, to) }
    if (getText(getAggregate(line.fields, 'LinkToTxn'), 'TxnID') !== to) return line
    const { LinkToTxn: _link, ...fields } = line.fields
    return { ...line, fields }
  })
}
