import type { Books } from '../books/books.ts'
import type { ListRecord } from '../books/record.ts'
import type { Catalogue } from './chart.ts'
import type { RecordNode } from './record-tree.ts'
import type { Cell, ReportRow, RowRecord } from './report.ts'

/** Collects a report's rows. */
export class RowWriter {
  readonly rows: ReportRow[] = []

  text(label: string): void {
    this.rows.push({ kind: 'TextRow', label, cells: [] })
  }

  data(label: Cell, cells: readonly Cell[], record?: RowRecord): void {
    this.rows.push({ kind: 'DataRow', label, cells, record })
  }

  subtotal(label: Cell, cells: readonly Cell[], record?: RowRecord): void {
    this.rows.push({ kind: 'SubtotalRow', label, cells, record })
  }

  total(label: string, cells: readonly Cell[]): void {
    this.rows.push({ kind: 'TotalRow', label, cells })
  }
}

/** How a list's rows are written. */
export interface RowStyle {
  readonly books: Books
  readonly catalogue: Catalogue
  /** Returns the figure cells; `record` is absent for several records' figures. */
  toCells(figures: RecordNode['total'], record?: ListRecord): readonly Cell[]
}

/** Returns a record's `RowData`. */
export function toRowRecord(
  { books, catalogue }: Pick<RowStyle, 'books' | 'catalogue'>,
  record: ListRecord,
): RowRecord {
  return { type: catalogue.getRowType(record), fullName: books.lists.fullName(record) }
}

/**
 * Writes a record's row. One with records below it is a text, the rows below, a row `<name> - Other` if it has figures
 * itself, and the row `Total <name>`.
 */
export function writeRecord(writer: RowWriter, style: RowStyle, node: RecordNode): void {
  const { record, own, total, children } = node
  const label = style.catalogue.getLabel(record)
  const data = toRowRecord(style, record)
  if (children.length === 0) {
    writer.data(label, style.toCells(total, record), data)
    return
  }
  writer.text(label)
  for (const child of children) writeRecord(writer, style, child)
  if (own !== undefined) writer.data(`${label} - Other`, style.toCells(own, record), data)
  writer.subtotal(`Total ${label}`, style.toCells(total), data)
}
