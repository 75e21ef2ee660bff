import { branch, type Element, leaf } from '@bridge/qbxml'

export interface ReportColumn {
  /** A qbXML `ColType`. */
  readonly type: string
  /** For example `AMTTYPE`. */
  readonly dataType: string
  /** One title per title row; empty for a blank one. */
  readonly titles: readonly string[]
}

/** A cell's text; undefined if left out. */
export type Cell = string | undefined

/** The list record a row is about. */
export interface RowRecord {
  /** `account`, `customer`, `vendor` or `item`. */
  readonly type: string
  readonly fullName: string
}

export interface ReportRow {
  readonly kind: 'TextRow' | 'DataRow' | 'SubtotalRow' | 'TotalRow'
  /** A TextRow's text, or the first column's cell. */
  readonly label: Cell
  readonly record?: RowRecord | undefined
  /** The cells after the first. */
  readonly cells: readonly Cell[]
}

/** A report as `ReportRet` shows it. The first column has the labels. */
export interface Report {
  readonly title: string
  readonly subtitle: string
  readonly basis: 'Accrual' | 'Cash' | 'None'
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
}

/** Returns a report's `ReportRet`. Rows are numbered from 1; without rows there is no `ReportData`. */
export function toReportRet({ title, subtitle, basis, columns, rows }: Report): Element {
  const titleRows = Math.max(...columns.map(({ titles }) => titles.length))
  return branch('ReportRet', [
    leaf('ReportTitle', title),
    leaf('ReportSubtitle', subtitle),
    leaf('ReportBasis', basis),
    leaf('NumRows', String(rows.length)),
    leaf('NumColumns', String(columns.length)),
    leaf('NumColTitleRows', String(titleRows)),
    ...columns.map((column, index) => toColumnElement(column, index, titleRows)),
    ...(rows.length === 0 ? [] : [branch('ReportData', rows.map(toRowElement))]),
  ])
}

function toColumnElement({ type, dataType, titles }: ReportColumn, index: number, titleRows: number): Element {
  const titleElements = Array.from({ length: titleRows }, (_, row) => {
    const value = titles[row] ?? ''
    return branch('ColTitle', [], { titleRow: String(row + 1), ...(value === '' ? {} : { value }) })
  })
  return branch('ColDesc', [...titleElements, leaf('ColType', type)], { colID: String(index + 1), dataType })
}

function toRowElement({ kind, label, record, cells }: ReportRow, index: number): Element {
  const rowNumber = String(index + 1)
  if (kind === 'TextRow') return branch(kind, [], { rowNumber, value: label ?? '' })
  const children: Element[] = []
  if (record !== undefined) children.push(branch('RowData', [], { rowType: record.type, value: record.fullName }))
  if (label !== undefined) children.push(branch('ColData', [], { colID: '1', value: label }))
  cells.forEach((value, cell) => {
    if (value !== undefined) children.push(branch('ColData', [], { colID: String(cell + 2), value }))
  })
  return branch(kind, children, { rowNumber })
}
