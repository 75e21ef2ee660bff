import type { Sliced } from '@bridge/qbxml'
import { sortInSlices } from '../../table/sort-in-slices.ts'
import type { DetailColumn } from '../table/detail-layout.ts'
import type { Cell, ReportRow } from '../table/report.ts'
import type { RowOrder } from '../table/report-request.ts'
import { type DesktopContent, isEndOfSlice } from './desktop-report.ts'
import type { NestedRows, RowRenderer } from './nest-rows.ts'
import { packRow } from './serialize-rows.ts'

interface SortKey {
  get(cells: readonly Cell[]): string | number
  compare(one: string | number, other: string | number): number
}

interface KeyedRow {
  readonly key: string | number
  readonly row: ReportRow
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Returns how rows compare by one column: amounts as numbers, other values as text. */
export function toSortKey(columns: readonly DetailColumn[], { columnKey, isDescending }: RowOrder): SortKey {
  const index = columns.findIndex(({ key }) => key === columnKey)
  const isAmount = columns[index]?.type === 'Money'
  const sign = isDescending ? -1 : 1
  return {
    get: (cells) => (isAmount ? Number(cells[index]?.value ?? '') : (cells[index]?.value ?? '')),
    compare: (one, other) =>
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : collator.compare(String(one), String(other))),
  }
}

/** Reads a report's rows, without their sections, in an order. Rows with the same key keep theirs. */
export function* readSorted(
  content: DesktopContent,
  renderer: RowRenderer,
  { get, compare }: SortKey,
): Sliced<NestedRows> {
  const found: KeyedRow[] = []
  let position = 0
  for (const row of content.readRows()) {
    const rendered = row.kind === 'data' ? renderer.renderRow(row, undefined) : undefined
    if (rendered !== undefined) found.push({ key: get(rendered.ColData), row: packRow(content, rendered) })
    if (isEndOfSlice(position++)) yield
  }
  const sorted = yield* sortInSlices(found, (one, other) => compare(one.key, other.key))
  return { rows: sorted.map(({ row }) => row), total: undefined, dataCount: sorted.length }
}
