import type Big from 'big.js'
import { amountText } from '../books/decimal.ts'
import { labelColumn, type ReportTable } from './account-summary.ts'
import {
  createDetailContext,
  type DetailContext,
  type DetailLine,
  toDetailCell,
  toDetailColumn,
} from './detail-columns.ts'
import type { Cell, RowRecord } from './report.ts'
import type { ReportQuery } from './report-query.ts'
import { RowWriter } from './row-writer.ts'

/** A closing row's sums by column; columns without one are left out. */
export type DetailTotals = Readonly<Partial<Record<string, Big>>>

/** A detail report's rows, with the columns the request or the report selects. */
export class DetailTable {
  readonly writer = new RowWriter()
  readonly context: DetailContext
  readonly #columns: readonly string[]

  constructor(query: ReportQuery, byDefault: readonly string[]) {
    this.context = createDetailContext(query)
    this.#columns = query.columns.length > 0 ? [...new Set(query.columns)] : byDefault
  }

  /** Writes a line's row, without the columns that are `hidden`. */
  line(line: DetailLine, record?: RowRecord, hidden?: ReadonlySet<string>): void {
    const cells = this.#columns.map((name) =>
      hidden?.has(name) === true ? undefined : toDetailCell(name, line, this.context),
    )
    this.writer.data(undefined, cells, record)
  }

  /** Writes a row with a label and sums. */
  sums(kind: 'data' | 'subtotal' | 'total', label: Cell, totals: DetailTotals, record?: RowRecord): void {
    const cells = this.#columns.map((name) => {
      const amount = totals[name]
      return amount && amountText(amount)
    })
    if (kind === 'total') this.writer.total(label ?? '', cells)
    else this.writer[kind](label, cells, record)
  }

  toReport(): ReportTable {
    return { columns: [labelColumn, ...this.#columns.map(toDetailColumn)], rows: this.writer.rows }
  }
}
