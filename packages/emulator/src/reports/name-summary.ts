import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { type ListKind, listKinds } from '../books/list-kinds.ts'
import { isActive } from '../books/lists.ts'
import { amountColumn, labelColumn, type ReportTable } from './account-summary.ts'
import { createNameCatalogue, getAccountType } from './chart.ts'
import { createColumnGroups } from './column-groups.ts'
import { getSaleSign } from './item-sales.ts'
import { findNameId, type LedgerLine } from './ledger-lines.ts'
import { toDateTitle } from './period-text.ts'
import { toRecordTree } from './record-tree.ts'
import { findLedgerLines, type ReportQuery, type ReturnRows } from './report-query.ts'
import { RowWriter, writeRecord } from './row-writer.ts'
import { getColumns, getDatesOf, getFigures, isWithin, selectRows } from './summary-figures.ts'
import { addFigures, Sums } from './sums.ts'

/** A summary by customers or vendors. */
export interface NameSummary {
  readonly kind: 'Customer' | 'Vendor'
  /** The account types whose postings count. */
  readonly accountTypes: readonly string[]
  /** -1 shows credits as positive amounts. */
  readonly sign: 1 | -1
  /** Balances at the period's end, without time columns. */
  readonly isBalance?: boolean
  /** Only item sales count. */
  readonly isSales?: boolean
  /** The row label for postings without a name; without it, they do not count. */
  readonly unnamed?: string
  readonly returnRows: ReturnRows
}

/** Computes a summary by customers or vendors. */
export function computeNameSummary(summary: NameSummary, query: ReportQuery): ReportTable {
  const { books } = query.context
  const isBalance = summary.isBalance === true
  const groups = createColumnGroups(query, { time: !isBalance, records: !isBalance }, getDatesOf(query))
  const sums = new Sums()
  for (const line of findLedgerLines(query)) {
    if (isBalance ? line.date > query.period.to : !isWithin(line, query.period)) continue
    if (!isCounted(books, summary, line)) continue
    const name = findNameId(books, line, summary.kind)
    if (name === undefined && summary.unnamed === undefined) continue
    sums.add(name ?? '', groups.getKey(line), line.amount.times(summary.sign))
  }
  const columns = getColumns(query, groups, sums)
  const figures = new Map([...sums.rows()].map((id) => [id, getFigures(groups, columns, sums, id)]))
  const titles = isBalance ? [toDateTitle(query.period.to)] : columns.map(({ title }) => title)
  const total = groups.hasTotal ? [amountColumn('TOTAL', 'Total')] : []
  return {
    columns: [labelColumn, ...titles.map((title) => amountColumn(title)), ...total],
    rows: writeNames(query, summary, figures, titles.length + total.length),
  }
}

function isCounted(books: Books, { accountTypes, isSales }: NameSummary, line: LedgerLine): boolean {
  return (
    accountTypes.includes(getAccountType(books, line.account)) && (isSales !== true || getSaleSign(line) !== undefined)
  )
}

function writeNames(
  query: ReportQuery,
  { kind, returnRows, unnamed }: NameSummary,
  figures: ReadonlyMap<string, readonly Big[]>,
  width: number,
): ReportTable['rows'] {
  const { books } = query.context
  const all = () => [...books.lists.getRecords(listKinds.get(kind) as ListKind)].filter(isActive).map(({ id }) => id)
  const selected = selectRows(query, figures, returnRows, width, all)
  const catalogue = createNameCatalogue(books, 'Name')
  const toCells = (amounts: readonly Big[]) => amounts.map((amount) => amountText(amount))
  const writer = new RowWriter()
  for (const node of toRecordTree(books, catalogue, selected)) writeRecord(writer, { books, catalogue, toCells }, node)
  const rest = selected.get('')
  if (rest !== undefined) writer.data(unnamed, toCells(rest))
  if (writer.rows.length > 0) {
    const zeros = Array.from({ length: width }, () => Big(0))
    writer.total('TOTAL', toCells([...selected.values()].reduce(addFigures, zeros)))
  }
  return writer.rows
}
