import type Big from 'big.js'
import type { ListRecord } from '../books/record.ts'
import type { Catalogue } from './chart.ts'
import type { DetailLine } from './detail-columns.ts'
import type { DetailTable, DetailTotals } from './detail-table.ts'
import type { LedgerLine } from './ledger-lines.ts'
import type { RecordNode } from './record-tree.ts'
import type { RowRecord } from './report.ts'
import { toRowRecord } from './row-writer.ts'
import { zero } from './sums.ts'

/** How a list's lines are written. A node's first figure is its opening balance. */
export interface DetailStyle {
  readonly catalogue: Catalogue
  /** Whether a section opens with its opening balance, instead of a text. */
  readonly hasOpening: boolean
  /** Returns a record's lines, without balances. */
  getLines(record: ListRecord): readonly DetailLine[]
  /** Returns a closing row's sums. */
  toTotals(figures: readonly Big[]): DetailTotals
}

/**
 * Writes a record's lines between a heading and `Total <name>`. Records below it come first, then its own lines as
 * `<name> - Other`.
 */
export function writeDetailNode(table: DetailTable, style: DetailStyle, node: RecordNode): void {
  const { record, own, total, children } = node
  const label = style.catalogue.getLabel(record)
  const data = toRowRecord({ books: table.context.books, catalogue: style.catalogue }, record)
  const open = (text: string, figures: readonly Big[]): void => {
    if (style.hasOpening) table.sums('data', text, { RunningBalance: figures[0] ?? zero }, data)
    else table.writer.text(text)
  }
  const close = (text: string, figures: readonly Big[]): void =>
    table.sums('subtotal', `Total ${text}`, style.toTotals(figures), data)
  open(label, total)
  if (children.length === 0) writeLines(table, style.getLines(record), total[0] ?? zero, data)
  else {
    for (const child of children) writeDetailNode(table, style, child)
    if (own !== undefined) {
      open(`${label} - Other`, own)
      writeLines(table, style.getLines(record), own[0] ?? zero, data)
      close(`${label} - Other`, own)
    }
  }
  close(label, total)
}

function writeLines(table: DetailTable, lines: readonly DetailLine[], opening: Big, data: RowRecord): void {
  let balance = opening
  for (const line of lines) {
    balance = balance.plus(line.amount)
    table.line({ ...line, balance }, data)
  }
}

/** Sorts ledger lines by date, then in entry order. */
export function sortLines(lines: Iterable<LedgerLine>): readonly LedgerLine[] {
  return [...lines].sort((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : one.transaction.number - other.transaction.number,
  )
}
