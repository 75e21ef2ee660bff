import type { Sliced } from '@bridge/qbxml'
import type { DetailLayout } from '../table/detail-layout.ts'
import type { ReportColumn, ReportRow, ReportRows } from '../table/report.ts'
import type { ReportRequest } from '../table/report-request.ts'
import type { TotalRule } from '../table/section-rules.ts'
import type { SummaryLayout } from '../table/summary-layout.ts'
import type { TransposedLayout } from '../table/transposed-layout.ts'
import { arrangeGroups } from './arrange-groups.ts'
import { type DesktopContent, isEndOfSlice } from './desktop-report.ts'
import { createDetailRenderer } from './detail-rows.ts'
import type { NameIndex } from './name-index.ts'
import { type NestedRows, nestRows, type RowRenderer } from './nest-rows.ts'
import { recount, replaceSums } from './recount.ts'
import { type AddRow, addAsObject, createAddRow } from './serialize-rows.ts'
import { RowSorter } from './sorted-rows.ts'
import { type ColumnSubjects, createColumn, createSummaryColumns } from './summary-columns.ts'
import { createSummaryRenderer } from './summary-rows.ts'
import { transpose } from './transpose.ts'

/** A report's columns and rows. */
export interface RenderedReport {
  readonly columns: readonly ReportColumn[]
  readonly rows: ReportRows
  readonly hasData: boolean
}

/** Renders a desktop report in its table's layout. */
export function* renderReport(
  { table, order }: Pick<ReportRequest, 'table' | 'order'>,
  content: DesktopContent,
  subjects: ColumnSubjects,
  names: NameIndex,
): Sliced<RenderedReport> {
  const { layout } = table
  const createSorter: CreateSorter = (columns) => order && new RowSorter({ table, order }, content, columns)
  switch (layout.kind) {
    case 'summary':
      return yield* renderSummary(layout, content, subjects, names, createSorter)
    case 'detail':
      return yield* renderDetail(layout, content, names, createSorter)
    case 'transposed':
      return yield* renderTransposed(layout, content, names, createSorter)
  }
}

/** Creates what sorts a report with these columns; undefined in the desktop's order. */
type CreateSorter = (columns: readonly ReportColumn[]) => RowSorter | undefined

function* renderSummary(
  layout: SummaryLayout,
  content: DesktopContent,
  subjects: ColumnSubjects,
  names: NameIndex,
  createSorter: CreateSorter,
): Sliced<RenderedReport> {
  const { columns, sources } = createSummaryColumns(layout, content, subjects, names)
  const sorter = createSorter(columns)
  const renderer = createSummaryRenderer(layout, sources, names)
  const nested = yield* nestRows(content, layout.rows, renderer, sorter?.add)
  const hasData = nested.dataCount > 0
  const found = hasData ? nested.rows : []
  const rows = sorter === undefined ? found : yield* sorter.sort(found)
  const { groups, total } = layout.rows
  return {
    columns,
    rows: toRows(
      groups === undefined ? rows : arrangeGroups(rows, groups, sources.length + 1),
      hasData ? renderTotal(total, nested, renderer) : [],
    ),
    hasData,
  }
}

function* renderDetail(
  layout: DetailLayout,
  content: DesktopContent,
  names: NameIndex,
  createSorter: CreateSorter,
): Sliced<RenderedReport> {
  const columns = layout.columns.map(({ title, type, key }) => createColumn(title, type, key))
  const sorter = createSorter(columns)
  const renderer = createDetailRenderer(layout, content, names)
  // A recount needs the cells.
  const add = sorter?.add ?? (layout.showsOpenOnly ? addAsObject : createAddRow(content, layout.rows.isReversed))
  const found = yield* layout.isFlat ? readFlat(content, renderer, add) : nestRows(content, layout.rows, renderer, add)
  if (found.dataCount === 0) return { columns, rows: {}, hasData: false }
  const nested = sorter === undefined ? found : { ...found, rows: yield* sorter.sort(found.rows) }
  const total = renderTotal(layout.rows.total, nested, renderer)
  if (!layout.showsOpenOnly) return { columns, rows: toRows(nested.rows, total), hasData: true }
  const { rows, sums } = yield* recount(nested.rows, layout.columns)
  const counted = total.map((row) =>
    'Summary' in row && row.Summary !== undefined ? { ...row, Summary: replaceSums(row.Summary, sums) } : row,
  )
  return { columns, rows: toRows(rows, counted), hasData: true }
}

function* readFlat(content: DesktopContent, renderer: RowRenderer, add: AddRow): Sliced<NestedRows> {
  const rows: ReportRow[] = []
  let position = 0
  for (const row of content.readRows()) {
    const rendered = row.kind === 'data' ? renderer.renderRow(row, undefined) : undefined
    if (rendered !== undefined) add(rows, rendered)
    if (isEndOfSlice(position++)) yield
  }
  return { rows, total: undefined, dataCount: rows.length }
}

function* renderTransposed(
  layout: TransposedLayout,
  content: DesktopContent,
  names: NameIndex,
  createSorter: CreateSorter,
): Sliced<RenderedReport> {
  const { first } = layout
  const columns = [
    createColumn('', first.type, first.key),
    ...layout.columns.map(({ title, key }) => createColumn(title, 'Money', key)),
  ]
  const sorter = createSorter(columns)
  const { rows: found, total } = yield* transpose(layout, content, names)
  const keyed: ReportRow[] = []
  for (const row of found) sorter?.add(keyed, row)
  const rows = sorter === undefined ? found : yield* sorter.sort(keyed)
  return {
    columns,
    rows: toRows(rows, total === undefined ? [] : [total]),
    hasData: rows.length > 0,
  }
}

function renderTotal(rule: TotalRule | undefined, { total }: NestedRows, renderer: RowRenderer): readonly ReportRow[] {
  if (rule === undefined || total === undefined) return []
  const Summary = renderer.renderSummary(rule.title, total, undefined)
  const group = rule.group === undefined ? undefined : { group: rule.group }
  return [rule.isRow ? { ColData: Summary.ColData, ...group } : { Summary, type: 'Section', ...group }]
}

function toRows(rows: readonly ReportRow[], total: readonly ReportRow[]): ReportRows {
  if (rows.length + total.length === 0) return {}
  if (total.length === 0) return { Row: rows }
  return { Row: [...rows, ...total] }
}
