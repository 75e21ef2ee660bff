import type { Sliced } from '@bridge/qbxml'
import { sortInSlices } from '../../table/sort-in-slices.ts'
import { unsupported } from '../request/unsupported.ts'
import type { Cell, ReportColumn, ReportRow } from '../table/report.ts'
import type { ReportRequest } from '../table/report-request.ts'
import type { DesktopContent } from './desktop-report.ts'
import { fold } from './fold.ts'
import { type AddRow, packRow } from './serialize-rows.ts'

type SortKey = string | number

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/**
 * Sorts a report's rows within their sections. Sections of names, such as a customer with jobs, are sorted among the
 * rows of a summary; the report's own sections, opening balances and subtotals keep their places. A journal's
 * transactions keep their rows together.
 */
export class RowSorter {
  readonly #content: Pick<DesktopContent, 'isLong'>
  readonly #index: number
  readonly #isAmount: boolean
  readonly #sign: 1 | -1
  readonly #sortsSections: boolean
  readonly #sortsTransactions: boolean
  readonly #keys = new WeakMap<ReportRow, SortKey>()

  /** Throws REPORT_UNSUPPORTED_OPTION for an unknown column. */
  constructor(
    { table: { name, layout }, order }: Pick<Required<ReportRequest>, 'table' | 'order'>,
    content: Pick<DesktopContent, 'isLong'>,
    columns: readonly ReportColumn[],
  ) {
    const inner = columns.flatMap((column) => column.Columns?.Column ?? [column])
    const keys = inner.map(getKey)
    const { columnKey = keys[0] ?? '', isDescending } = order
    this.#index = keys.findIndex((key) => fold(key) === columnKey)
    if (this.#index < 0) throw unsupported('sort_by', `the columns of ${name} are ${[...new Set(keys)].join(', ')}`)
    // A recount needs the cells.
    this.#content = layout.kind === 'detail' && layout.showsOpenOnly ? { isLong: false } : content
    this.#isAmount = this.#index > 0 && isAmount(inner[this.#index])
    this.#sign = isDescending ? -1 : 1
    this.#sortsSections = layout.kind === 'summary'
    this.#sortsTransactions = layout.kind === 'detail' && layout.isByTransaction === true
  }

  /** Adds a row to others, and notes its key. */
  readonly add: AddRow = (rows, row) => {
    const cells = this.#findCells(row)
    const added = 'ColData' in row ? packRow(this.#content, row) : row
    if (cells !== undefined) this.#keys.set(added, this.#toKey(cells[this.#index]))
    rows.push(added)
  };

  /** Returns added rows sorted; rows with the same key keep their order. */
  *sort(rows: readonly ReportRow[]): Sliced<ReportRow[]> {
    if (this.#sortsTransactions) return yield* this.#sortTransactions(rows)
    const keyed: { readonly key: SortKey; readonly row: ReportRow }[] = []
    const entries: { readonly hasKey: boolean; readonly row: ReportRow }[] = []
    for (const each of rows) {
      const key = this.#keys.get(each)
      const row =
        'Rows' in each && each.Rows?.Row !== undefined
          ? { ...each, Rows: { Row: yield* this.sort(each.Rows.Row) } }
          : each
      entries.push({ hasKey: key !== undefined, row })
      if (key !== undefined) keyed.push({ key, row })
    }
    const sorted = yield* sortInSlices(keyed, (one, other) => this.#compare(one.key, other.key))
    let next = 0
    return entries.map(({ hasKey, row }) => (hasKey ? (sorted[next++]?.row ?? row) : row))
  }

  *#sortTransactions(rows: readonly ReportRow[]): Sliced<ReportRow[]> {
    const transactions: { key: SortKey; readonly rows: ReportRow[] }[] = []
    let isInside = false
    for (const row of rows) {
      const key = this.#keys.get(row)
      if (key !== undefined && !isInside) transactions.push({ key, rows: [] })
      isInside = key !== undefined
      const transaction = transactions.at(-1)
      if (transaction === undefined) continue
      transaction.rows.push(row)
      // The first row has only the transaction's debit or its credit, the subtotal both.
      if (this.#isAmount && 'Summary' in row) transaction.key = this.#toKey(row.Summary?.ColData[this.#index])
      yield
    }
    const sorted = yield* sortInSlices(transactions, (one, other) => this.#compare(one.key, other.key))
    return sorted.flatMap((transaction) => transaction.rows)
  }

  /** Returns the cells by which a row is sorted; undefined for a section that keeps its place. */
  #findCells(row: ReportRow): readonly Cell[] | undefined {
    if ('ColData' in row) return row.ColData
    if (!this.#sortsSections) return undefined
    return this.#index === 0 ? row.Header?.ColData : (row.Summary ?? row.Header)?.ColData
  }

  #toKey(cell: Cell | undefined): SortKey {
    const { value } = cell ?? { value: '' }
    return this.#isAmount ? Number(value.replace('%', '')) : value
  }

  #compare(one: SortKey, other: SortKey): number {
    const isNumeric = typeof one === 'number' && typeof other === 'number'
    return this.#sign * (isNumeric ? one - other : collator.compare(String(one), String(other)))
  }
}

function getKey({ ColTitle, MetaData = [] }: ReportColumn): string {
  return MetaData.find(({ Name }) => Name === 'ColKey')?.Value ?? ColTitle
}

const textTypes: ReadonlySet<string> = new Set(['Date', 'String', 'Boolean'])

function isAmount(column: ReportColumn | undefined): boolean {
  return column !== undefined && !textTypes.has(column.ColType)
}
