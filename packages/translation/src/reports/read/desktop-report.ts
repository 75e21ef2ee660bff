import { Fault, faultFromStatus } from '@bridge/faults'
import {
  child,
  childrenByName,
  childText,
  type Element,
  type ElementList,
  isStatusIn,
  type Sliced,
  type StreamedResponse,
} from '@bridge/qbxml'

/** A QuickBooks Desktop report. */
export interface DesktopContent {
  /** Without the label column. */
  readonly columns: readonly DesktopColumn[]
  readonly basis: string | undefined
  /** How many flat rows there are. */
  readonly rowCount: number
  /** Whether the report is too long for its rows to be kept. */
  readonly isLong: boolean
  readRows(): Iterable<FlatRow>
}

export interface DesktopColumn {
  /** Its cells' position in a row. */
  readonly index: number
  readonly type: string
  /** From top to bottom, without blank ones. */
  readonly titles: readonly string[]
}

/** A row in the flat list. */
export interface FlatRow {
  readonly kind: 'text' | 'data' | 'closing'
  /** Whether it totals the report, which can close a section, too. */
  readonly isTotal: boolean
  readonly label: string
  /** The full name of the row's list record. */
  readonly fullName: string | undefined
  /** By column index; blank where the desktop leaves a cell out. */
  readonly values: readonly string[]
}

const rowsOfSlice = 20

/** Returns whether reading pauses after a row. */
export function isEndOfSlice(position: number): boolean {
  return position % rowsOfSlice === rowsOfSlice - 1
}

const kinds: Readonly<Record<string, FlatRow['kind']>> = {
  TextRow: 'text',
  DataRow: 'data',
  SubtotalRow: 'closing',
  TotalRow: 'closing',
}

const labelTypes: ReadonlySet<string> = new Set(['Label', 'Blank'])

/** Reads the response to a report query. Throws an error status's fault, and 500 for a truncated response. */
export function* readDesktopReport(response: StreamedResponse): Sliced<DesktopContent> {
  const { statusCode, statusSeverity, statusMessage, reportRows } = response
  if (statusSeverity === 'Error') throw faultFromStatus(statusCode, statusMessage)
  const report = yield* findReport(response.elements)
  if (report === undefined) {
    if (isStatusIn(statusCode, 'noMatch'))
      return { columns: [], basis: undefined, rowCount: 0, isLong: false, readRows: () => [] }
    throw damaged(`${response.name} has no report`)
  }
  const rows = reportRows ?? child(report, 'ReportData')?.children ?? []
  const stated = Number(childText(report, 'NumRows') ?? rows.length)
  if (rows.length < stated) throw damaged(`it has ${rows.length} of ${stated} rows`)
  const columns = childrenByName(report, 'ColDesc')
  const indexes = new Map(columns.map((column, index) => [column.attributes?.colID ?? String(index + 1), index]))
  const all = columns.map(readColumn)
  const label = all.find(({ type }) => labelTypes.has(type))
  return {
    columns: all.filter((column) => column !== label),
    basis: childText(report, 'ReportBasis'),
    rowCount: rows.length,
    isLong: reportRows !== undefined,
    *readRows() {
      for (const row of rows) yield readRow(row, indexes, label?.index)
    },
  }
}

function* findReport(elements: ElementList): Sliced<Element | undefined> {
  for (const element of elements) {
    if (element.name === 'ReportRet') return element
    yield
  }
  return undefined
}

function damaged(reason: string): Fault {
  return new Fault('500', `QuickBooks Desktop returned a damaged report: ${reason}.`)
}

function readColumn(column: Element, index: number): DesktopColumn {
  const titles = childrenByName(column, 'ColTitle')
    .map(({ attributes }) => ({ row: Number(attributes?.titleRow ?? 1), value: attributes?.value?.trim() ?? '' }))
    .sort((left, right) => left.row - right.row)
    .map(({ value }) => value)
    .filter((value) => value !== '')
  return { index, type: childText(column, 'ColType') ?? '', titles }
}

function readRow(row: Element, indexes: ReadonlyMap<string, number>, labelIndex: number | undefined): FlatRow {
  const kind = kinds[row.name]
  if (kind === undefined) throw damaged(`it has a row ${row.name}`)
  if (kind === 'text') {
    return { kind, isTotal: false, label: row.attributes?.value?.trim() ?? '', fullName: undefined, values: [] }
  }
  const values = new Array<string>(indexes.size).fill('')
  let fullName: string | undefined
  for (const { name, attributes } of row.children) {
    if (name === 'RowData') fullName = attributes?.value
    else if (name === 'ColData') {
      const index = indexes.get(attributes?.colID ?? '')
      if (index !== undefined) values[index] = attributes?.value ?? ''
    }
  }
  const label = labelIndex === undefined ? '' : (values[labelIndex] ?? '').trim()
  return { kind, isTotal: row.name === 'TotalRow', label, fullName, values }
}
