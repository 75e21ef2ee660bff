import type { ReportColumn, ReportRow, ReportRows } from '@bridge/translation'

/** A report's row: its level in the outline and its cells. Blank cells at its end are left out. */
export interface FlatRow {
  readonly level: number
  readonly cells: readonly string[]
  /** The ID of what the first cell names. */
  readonly id?: string
  readonly total?: true
  readonly [name: string]: number | string | readonly string[] | true | undefined
}

/** Returns a report's column titles; a title below another one has both. */
export function flattenColumns(columns: readonly ReportColumn[], above = ''): readonly string[] {
  return columns.flatMap(({ ColTitle, Columns }) => {
    const title = above === '' ? ColTitle : `${above} / ${ColTitle}`
    return Columns === undefined ? [title] : flattenColumns(Columns.Column, title)
  })
}

/** Returns the rows of a report in order, with their levels instead of nesting. */
export function flattenRows({ Row: rows = [] }: ReportRows, level = 0): FlatRow[] {
  return rows.flatMap((row) => flattenRow(row, level))
}

function flattenRow(row: ReportRow, level: number): FlatRow[] {
  if ('ColData' in row) return [toFlatRow(row, level)]
  return [
    ...(row.Header ? [toFlatRow(row.Header, level)] : []),
    ...(row.Rows ? flattenRows(row.Rows, level + 1) : []),
    ...(row.Summary ? [{ ...toFlatRow(row.Summary, level), total: true as const }] : []),
  ]
}

interface Cells {
  readonly ColData: readonly { readonly value: string; readonly id?: string }[]
}

function toFlatRow({ ColData }: Cells, level: number): FlatRow {
  const cells = ColData.map(({ value }) => value)
  const id = ColData[0]?.id
  return {
    level,
    cells: cells.slice(0, cells.findLastIndex((value) => value !== '') + 1),
    ...(id !== undefined && { id }),
  }
}
