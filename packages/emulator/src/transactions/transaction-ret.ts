import { branch, type Element, type ElementNode } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Fields, FieldValue, Line, Transaction } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import {
  addressBlock,
  computeOnce,
  customElements,
  fieldElements,
  isIncluded,
  type RetOptions,
} from '../responses/ret.ts'
import { flatten, getRetLayout } from '../responses/ret-layout.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { toSeenForm } from '../responses/seen-forms.ts'
import type { LineTable } from './line-table.ts'
import { toLinkedTxns } from './linked-txns.ts'
import { createCurrencyFields } from './ret-currency.ts'
import type { TransactionKind } from './transaction-kind.ts'

/** Ret options with lines and links, which are omitted by default. */
export interface TransactionRetOptions extends RetOptions {
  readonly hasLines: boolean
  readonly hasLinks: boolean
}

/** Returns a written transaction's result. */
export function toWrittenResult(
  kind: TransactionKind,
  request: Element,
  context: RequestContext,
  transaction: Transaction,
): RequestResult {
  const options = { ...getRetOptions(request), hasLines: true, hasLinks: true }
  const elements = [toTransactionRet(kind, context, transaction, options)]
  if (!context.books.transactions.has(transaction.id)) return { elements }
  const { id, number, modified } = transaction
  return { elements, recovery: { TxnID: id, TxnNumber: String(number), EditSequence: String(modified) } }
}

/** Returns a transaction as a Ret, for example `InvoiceRet`. */
export function toTransactionRet(
  kind: TransactionKind,
  context: RequestContext,
  transaction: Transaction,
  options: TransactionRetOptions,
): Element {
  const { books } = context
  const isStored = books.transactions.has(transaction.id)
  const layout = getLayout(kind)
  const currencyField = context.switches.multiCurrency ? createCurrencyFields(books, transaction) : undefined
  const getComputed = computeOnce(() => kind.computed?.(transaction, books))
  const getField = (name: string): FieldValue | undefined => {
    const headField = headFields[name]
    if (headField !== undefined) return isStored ? headField(transaction, context) : undefined
    return getComputed()[name] ?? currencyField?.(name, getField) ?? transaction.fields[name]
  }
  const elements: Element[] = []
  for (const node of layout.header) {
    const { name } = node
    if (!isIncluded(options, name)) continue
    if (name.endsWith('AddressBlock')) elements.push(...addressBlock(name, getField(name.slice(0, -5))))
    else if (name === 'DataExtRet') elements.push(...customElements(transaction.custom, options.ownerIds))
    else if (name === 'LinkedTxn') elements.push(...(options.hasLinks ? toLinkedTxns(books, transaction) : []))
    else if (layout.tables.has(name)) {
      const tables = options.hasLines ? (layout.tables.get(name) ?? []) : []
      for (const table of tables) elements.push(...toLineRets(books, layout, table, transaction, options))
    } else if (options.hasLines || !kind.details?.includes(name))
      elements.push(...fieldElements(books, node, getField(name)))
  }
  const record = branch(
    `${kind.kind}Ret`,
    elements.filter((element) => isIncluded(options, element.name)),
  )
  return context.switches.returnsSeenForms ? toSeenForm(record) : record
}

interface Layout {
  readonly header: readonly ElementNode[]
  readonly lines: ReadonlyMap<string, readonly ElementNode[]>
  /** The tables by their first element. */
  readonly tables: ReadonlyMap<string, readonly LineTable[]>
}

function getLayout(kind: TransactionKind): Layout {
  let layout = layouts.get(kind)
  if (layout === undefined) {
    layout = readLayout(kind)
    layouts.set(kind, layout)
  }
  return layout
}

// A table's line elements form a choice and are returned at its first element.
function readLayout(kind: TransactionKind): Layout {
  const header = getRetLayout(kind.kind)
  const lines = new Map(header.map((node) => [node.name, flatten(node.content)]))
  const tables = new Map<string, LineTable[]>()
  for (const table of kind.tables) {
    const names = new Set(table.rets)
    if (table.group !== undefined) names.add(`${table.group}Ret`)
    const places = header.filter((node) => names.has(node.name))
    const [first] = places
    if (first === undefined) throw new Error(`${kind.kind}Ret has no place for ${table.name}`)
    tables.set(first.name, [...(tables.get(first.name) ?? []), table])
    for (const other of places.slice(1)) tables.set(other.name, tables.get(other.name) ?? [])
  }
  return { header, lines, tables }
}

/** The fields of every kind, which a query that looks for transactions requests without the others. */
const headFields: Readonly<Record<string, (transaction: Transaction, context: RequestContext) => string>> = {
  TxnID: ({ id }) => id,
  TimeCreated: ({ created }, { switches }) => hostTime(switches, created),
  TimeModified: ({ modified }, { switches }) => hostTime(switches, modified),
  EditSequence: ({ modified }) => String(modified),
  TxnNumber: ({ number }) => String(number),
}

function toLineRets(
  books: Books,
  layout: Layout,
  table: LineTable,
  transaction: Transaction,
  options: TransactionRetOptions,
): Element[] {
  return transaction.lines
    .filter((line) => line.table === table.name)
    .map((line) =>
      line.lines === undefined
        ? toLineRet(books, layout, table, transaction, line, options)
        : toGroupRet(books, layout, table, transaction, line, options),
    )
}

function toLineRet(
  books: Books,
  layout: Layout,
  table: LineTable,
  transaction: Transaction,
  line: Line,
  options: TransactionRetOptions,
): Element {
  const name = table.ret(line.fields)
  const fields: Fields = { ...line.fields, ...table.computed?.(line, transaction, books), TxnLineID: line.id }
  return branch(
    name,
    (layout.lines.get(name) ?? []).flatMap((node) =>
      node.name === 'DataExtRet'
        ? customElements(line.custom ?? [], options.ownerIds)
        : fieldElements(books, node, fields[node.name]),
    ),
  )
}

function toGroupRet(
  books: Books,
  layout: Layout,
  table: LineTable,
  transaction: Transaction,
  group: Line,
  options: TransactionRetOptions,
): Element {
  const name = `${table.group}Ret`
  const members = flattenLines([group])
  const total = amountText(sum(members.map((line) => getText(line.fields, 'Amount') ?? 0)))
  const fields: Fields = { ...group.fields, TxnLineID: group.id, TotalAmount: total }
  const [first] = members
  const lineName = first === undefined ? '' : table.ret(first.fields)
  return branch(
    name,
    (layout.lines.get(name) ?? []).flatMap((node) => {
      if (node.name !== lineName) return fieldElements(books, node, fields[node.name])
      return members.map((line) => toLineRet(books, layout, table, transaction, line, options))
    }),
  )
}

const layouts = new WeakMap<TransactionKind, Layout>()
