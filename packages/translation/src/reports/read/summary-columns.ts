import { Fault } from '@bridge/faults'
import { formatPeriod } from '../dates/column-periods.ts'
import type { Period } from '../dates/date-macros.ts'
import { formatDay } from '../dates/day.ts'
import type { ListName } from '../table/list-name.ts'
import type { NameValue, ReportColumn } from '../table/report.ts'
import type { Measure, SummaryLayout } from '../table/summary-layout.ts'
import type { DesktopColumn, DesktopContent } from './desktop-report.ts'
import { fold } from './fold.ts'
import { getShownId, type NameIndex } from './name-index.ts'

/** A summary's columns, and where the cells after the first come from. */
export interface SummaryColumns {
  readonly columns: readonly ReportColumn[]
  readonly sources: readonly CellSource[]
}

export interface CellSource {
  /** The desktop's column; undefined for a blank cell. */
  readonly index: number | undefined
  readonly measure?: Measure
}

/** The subjects shown in a summary's columns: periods, a list's names, or only the total. */
export interface ColumnSubjects {
  readonly periods?: readonly Period[]
  readonly list?: ListName
}

interface ColumnGroup {
  readonly title: string
  readonly key: string
  readonly metaData?: readonly NameValue[]
  readonly columns: readonly DesktopColumn[]
}

/** Creates a summary's columns. Throws 500 if the desktop's columns do not match the requested periods. */
export function createSummaryColumns(
  layout: SummaryLayout,
  content: DesktopContent,
  subjects: ColumnSubjects,
  names: NameIndex,
): SummaryColumns {
  const { first, columns } = layout
  const firstColumn = createColumn('', first.type, first.key)
  if (columns === 'buckets') {
    const buckets = content.columns.map(({ titles }, position) => toBucket(titles.at(-1) ?? '', position))
    return {
      columns: [firstColumn, ...buckets],
      sources: content.columns.map(({ index }) => ({ index })),
    }
  }
  const measures = columns === 'amount' ? undefined : columns.measures
  const groups = createGroups(layout, content, subjects, names)
  const isNested = columns !== 'amount' && columns.isNested
  return {
    columns: [
      firstColumn,
      ...groups.flatMap(({ title, key, metaData, columns: _, ...group }) => {
        if (measures === undefined) return [createColumn(title, 'Money', key, metaData)]
        const inner = measures.map((measure) => createColumn(measure.title, measure.type, measure.key))
        if (!isNested) return inner
        return [{ ...createColumn(title, 'Money', key, metaData), ...group, Columns: { Column: inner } }]
      }),
    ],
    sources: groups.flatMap((group): CellSource[] => {
      if (measures === undefined) return [{ index: group.columns[0]?.index }]
      return measures.map((measure) => ({ index: findMeasure(group.columns, measure)?.index, measure }))
    }),
  }
}

export function createColumn(
  title: string,
  type: string,
  key: string,
  metaData: readonly NameValue[] = [],
): ReportColumn {
  return { ColTitle: title, ColType: type, MetaData: [{ Name: 'ColKey', Value: key }, ...metaData] }
}

function createGroups(
  layout: SummaryLayout,
  content: DesktopContent,
  subjects: ColumnSubjects,
  names: NameIndex,
): readonly ColumnGroup[] {
  const found = groupColumns(layout, content)
  if (subjects.periods !== undefined) return createPeriodGroups(layout, found, subjects.periods, content.rowCount)
  if (subjects.list !== undefined) return createNameGroups(found, subjects.list, names)
  return [{ title: 'Total', key: 'total', columns: found[0] ?? [] }]
}

const amountTypes: ReadonlySet<string> = new Set(['Amount', 'Total'])

/** Returns the desktop's columns by period or name: one amount each, or the measures until the first one repeats. */
function groupColumns({ columns }: SummaryLayout, content: DesktopContent): readonly (readonly DesktopColumn[])[] {
  if (columns === 'amount') {
    const amounts = content.columns.filter(({ type }) => amountTypes.has(type))
    return (amounts.length > 0 ? amounts : content.columns).map((column) => [column])
  }
  const groups: DesktopColumn[][] = []
  let seen = new Set<string>()
  for (const column of content.columns) {
    const measure = `${column.type} ${fold(column.titles.at(-1) ?? '')}`
    if (groups.length === 0 || seen.has(measure)) {
      groups.push([])
      seen = new Set()
    }
    seen.add(measure)
    groups.at(-1)?.push(column)
  }
  return groups
}

function createPeriodGroups(
  { hasTotalColumn }: SummaryLayout,
  found: readonly (readonly DesktopColumn[])[],
  periods: readonly Period[],
  rowCount: number,
): readonly ColumnGroup[] {
  const surplus = found.length - periods.length
  if (rowCount > 0 && surplus !== 0 && surplus !== 1) {
    throw new Fault(
      '500',
      `QuickBooks Desktop returned ${found.length} columns for a report with ${periods.length} periods.`,
    )
  }
  const groups = periods.map((period, position): ColumnGroup => {
    const title = formatPeriod(period)
    const metaData = [
      { Name: 'StartDate', Value: formatDay(period.from) },
      { Name: 'EndDate', Value: formatDay(period.to) },
    ]
    return { title, key: title, metaData, columns: found[position] ?? [] }
  })
  if (hasTotalColumn === false) return groups
  return [...groups, { title: 'Total', key: 'total', columns: found[periods.length] ?? [] }]
}

const unnamed: ReadonlySet<string> = new Set(['', 'no name', 'unclassified', 'not specified'])

function createNameGroups(
  found: readonly (readonly DesktopColumn[])[],
  list: ListName,
  names: NameIndex,
): readonly ColumnGroup[] {
  const groups = found.map((columns): ColumnGroup => {
    const { name, isTotal } = readSubject(columns)
    if (isTotal) return { title: 'TOTAL', key: 'total', columns }
    const title = toShownName(name)
    const record = names.find([list], name)
    return { title, key: getShownId(names, record) ?? title, columns }
  })
  return groups.some(({ key }) => key === 'total') ? groups : [...groups, { title: 'TOTAL', key: 'total', columns: [] }]
}

/** Reads a column's name. Jobs are below the customer's name, and measures below that. */
export function readSubject(columns: readonly DesktopColumn[]): { readonly name: string; readonly isTotal: boolean } {
  const titles = columns[0]?.titles ?? []
  const name = (columns.length > 1 ? titles.slice(0, -1) : titles).join(':')
  return { name, isTotal: fold(name) === 'total' }
}

/** Returns the name QBO shows where the desktop has none. */
export function toShownName(name: string): string {
  return unnamed.has(fold(name)) ? 'Not Specified' : name
}

function findMeasure(columns: readonly DesktopColumn[], { from }: Measure): DesktopColumn | undefined {
  if (from === undefined) return undefined
  const titles = from.titles?.map(fold) ?? []
  return (
    columns.find(({ type }) => type === from.type) ??
    columns.find((column) => column.titles.some((title) => titles.includes(fold(title))))
  )
}

/** Returns an aging bucket's column: `> 90` becomes `91 and over`. */
function toBucket(title: string, position: number): ReportColumn {
  const folded = fold(title)
  if (folded === 'current') return createColumn('Current', 'Money', 'current')
  if (folded === 'total') return createColumn('Total', 'Money', 'total')
  const more = /^>\s*(\d+)$/.exec(folded)
  return createColumn(more === null ? title : `${Number(more[1]) + 1} and over`, 'Money', String(position - 1))
}
