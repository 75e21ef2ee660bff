import { childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { withItemAccounts } from '../accounts/item-accounts.ts'
import { quantityText } from '../books/decimal.ts'
import { changeFields, getRefId, getRows, getText, withoutEmptyFields } from '../books/fields.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields, Line } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { lineOrder, missingElement, objectNotFound } from '../requests/status-error.ts'
import type { LineTable } from './line-table.ts'
import { getLinkedLines, withLinkedFields } from './linked-lines.ts'
import { checkCleared, isTrue, requestedFields } from './requested-fields.ts'
import { createTransactionId } from './transaction-id.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'

/** Enters a request's lines, one table after the other. */
export function enterLines(kind: TransactionKind, entry: Entry, context: RequestContext): readonly Line[] {
  return kind.tables.flatMap((table) => {
    const reader = createReader(kind, table, entry, context)
    return entry.current === undefined ? addLines(reader) : changeLines(reader, entry.current.lines)
  })
}

interface Reader {
  readonly kind: TransactionKind
  readonly table: LineTable
  readonly entry: Entry
  readonly context: RequestContext
  isGroup(name: string): boolean
}

function createReader(kind: TransactionKind, table: LineTable, entry: Entry, context: RequestContext): Reader {
  return {
    kind,
    table,
    entry,
    context,
    isGroup: (name) => table.group !== undefined && (name === `${table.group}Add` || name === `${table.group}Mod`),
  }
}

function addLines(reader: Reader): readonly Line[] {
  const { table, entry, context } = reader
  const lines: Line[] = []
  for (const fields of getLinkedLines(table, entry.request, context.books)) {
    lines.push(createLine(reader, table.add[0] ?? '', fields, lineFields(lines)))
  }
  for (const element of entry.request.children) {
    if (reader.isGroup(element.name)) lines.push(createGroup(reader, element))
    else if (table.add.includes(element.name)) lines.push(createRequestedLine(reader, element, lineFields(lines)))
  }
  return lines
}

function createLine(reader: Reader, element: string, requested: Fields, above: readonly Fields[]): Line {
  const { table, entry, context } = reader
  const line = { header: entry.fields, element, requested, fields: withoutEmptyFields(requested), above }
  const entered = withItemAccounts(context.books, table.enter(line, context))
  return { id: createTransactionId(context), table: table.name, fields: entered }
}

/** Expands an item group into its members, multiplied by its quantity. */
function createGroup(reader: Reader, element: Element): Line {
  const { table, context } = reader
  const requested = withoutEmptyFields(getGroupFields(reader, element))
  const group = context.books.lists.byId('Item', getRefId(requested, 'ItemGroupRef') ?? '')
  if (group === undefined) throw missingElement('ItemGroupRef')
  const description = getText(group.fields, 'ItemDesc')
  const fields: Fields = {
    ...(description === undefined ? {} : { Desc: description }),
    ...requested,
    IsPrintItemsInGroup: getText(group.fields, 'IsPrintItemsInGroup') ?? 'false',
  }
  const id = createTransactionId(context)
  const inner = getInnerLines(reader, element)
  const lines: Line[] = []
  if (inner.length > 0) for (const each of inner) lines.push(createRequestedLine(reader, each, lineFields(lines)))
  else {
    for (const member of getRows(group.fields, 'ItemGroupLine')) {
      const item = getRefId(member, 'ItemRef')
      if (item === undefined) continue
      const quantity = Big(getText(member, 'Quantity') ?? 1).times(getText(requested, 'Quantity') ?? 1)
      const memberFields: Fields = { ItemRef: { ListID: item }, Quantity: quantityText(quantity) }
      lines.push(createLine(reader, table.add[0] ?? '', memberFields, lineFields(lines)))
    }
  }
  return { id, table: table.name, fields, lines }
}

function getGroupFields({ kind, table, context }: Reader, element: Element): Fields {
  return requestedFields(context.books, element, `${kind.kind} line`, (name) => name === table.mod)
}

function getInnerLines({ table }: Reader, element: Element): readonly Element[] {
  return table.mod === undefined ? [] : childrenByName(element, table.mod)
}

function createRequestedLine(reader: Reader, element: Element, above: readonly Fields[]): Line {
  const requested = withLinkedFields(reader.table, getLineFields(reader, element), reader.context.books)
  return createLine(reader, element.name, requested, above)
}

function getLineFields({ kind, context }: Reader, element: Element): Fields {
  return requestedFields(context.books, element, `${kind.kind} line`)
}

/**
 * Returns the new line table. Without lines in the request it is unchanged; otherwise the request is the whole table:
 * `-1` is a new line, an ID keeps its line, and all other lines are removed. Kept lines must be in stored order.
 */
function changeLines(reader: Reader, all: readonly Line[]): readonly Line[] {
  const { table, entry } = reader
  const stored = all.filter((line) => line.table === table.name)
  const requested = entry.request.children.filter(({ name }) => name === table.mod || reader.isGroup(name))
  if (requested.length === 0) return table.clear !== undefined && isTrue(entry.request, table.clear) ? [] : stored
  return replaceLines(reader, requested, stored)
}

function replaceLines(reader: Reader, requested: readonly Element[], stored: readonly Line[]): readonly Line[] {
  const lines: Line[] = []
  let last = -1
  for (const element of requested) {
    const id = childText(element, 'TxnLineID') ?? ''
    const isGroup = reader.isGroup(element.name)
    if (id === '-1') {
      lines.push(isGroup ? createGroup(reader, element) : createRequestedLine(reader, element, lineFields(lines)))
      continue
    }
    const index = stored.findIndex((line) => line.id === id)
    const current = stored[index]
    if (current === undefined || (current.lines !== undefined) !== isGroup) throw objectNotFound(id)
    if (index <= last) throw lineOrder(id)
    last = index
    lines.push(isGroup ? changeGroup(reader, element, current) : changeLine(reader, element, current, lines))
  }
  return lines
}

/** Changes a group: its inner lines follow the table's rule, and a new quantity without inner lines multiplies them. */
function changeGroup(reader: Reader, element: Element, current: Line): Line {
  const requested = getGroupFields(reader, element)
  checkCleared(requested)
  const fields = changeFields(current.fields, requested)
  const stored = current.lines ?? []
  const inner = getInnerLines(reader, element)
  if (inner.length > 0) return { ...current, fields, lines: replaceLines(reader, inner, stored) }
  const quantity = Big(getText(fields, 'Quantity') ?? 1)
  const before = Big(getText(current.fields, 'Quantity') ?? 1)
  if (quantity.eq(before) || before.eq(0)) return { ...current, fields }
  const lines: Line[] = []
  for (const line of stored) lines.push(multiplyLine(reader, line, quantity.div(before), lineFields(lines)))
  return { ...current, fields, lines }
}

function multiplyLine(reader: Reader, current: Line, factor: Big, above: readonly Fields[]): Line {
  const { table, entry, context } = reader
  const quantity = getText(current.fields, 'Quantity')
  if (quantity === undefined) return current
  const requested: Fields = { Quantity: quantityText(factor.times(quantity)) }
  const fields = changeFields(current.fields, requested)
  const line = { header: entry.fields, element: table.mod ?? '', requested, fields, current, above }
  return { ...current, fields: withItemAccounts(context.books, table.enter(line, context), current.fields) }
}

function changeLine(reader: Reader, element: Element, current: Line, above: readonly Line[]): Line {
  const { table, entry, context } = reader
  const requested = getLineFields(reader, element)
  checkCleared(requested)
  const fields = changeFields(current.fields, requested)
  const line = { header: entry.fields, element: element.name, requested, fields, current, above: lineFields(above) }
  return { ...current, fields: withItemAccounts(context.books, table.enter(line, context), current.fields) }
}
