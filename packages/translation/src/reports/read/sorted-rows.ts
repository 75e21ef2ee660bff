import type { Sliced } from '@bridge/qbxml'
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

const runLength = 256

/** Sorts by merging runs, with a pause after each. */
function* sortInSlices<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Sliced<Item[]> {
  let runs: Item[][] = []
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<Item>(left: Item[], right: Item[], compare: (one: Item, other: Item) => number): Sliced<Item[]> {
  const merged: Item[] = []
  let [atLeft, atRight] = [0, 0]
  while (merged.length < left.length + right.length) {
    const [one, other] = [left[atLeft], right[atRight]]
    if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
      merged.push(one)
      atLeft += 1
    } else if (other !== undefined) {
      merged.push(other)
      atRight += 1
    }
    if (merged.length % runLength === 0) yield
  }
  return merged
}
