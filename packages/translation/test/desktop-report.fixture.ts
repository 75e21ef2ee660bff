import { branch, type Element, leaf, type QbxmlResponse } from '@bridge/qbxml'

/** A desktop report column: its type, and its titles from top to bottom. */
export type ColumnOf = readonly [type: string, ...titles: string[]]

interface DesktopReportParts {
  readonly query: 'GeneralSummary' | 'GeneralDetail' | 'Aging'
  readonly columns: readonly ColumnOf[]
  /**
   * One row per line, with its cells separated by `|`, and `[full name]` before the cells if the row belongs to a list
   * record. A line break in a cell is written `\\n`.
   *
   * | Line | Row |
   * | --- | --- |
   * | `> Income` | TextRow |
   * | `[Sales] Sales \| 10.00` | DataRow |
   * | `= Total Income \| 10.00` | SubtotalRow |
   * | `== TOTAL \| 10.00` | TotalRow |
   */
  readonly rows: string
  readonly basis?: string
  /** The stated row count, if it differs from the rows. */
  readonly rowCount?: number
}

export function createReportResponse({ query, columns, rows, basis, rowCount }: DesktopReportParts): QbxmlResponse {
  const lines = rows.split('\n').filter((line) => line.trim() !== '')
  const report = branch('ReportRet', [
    leaf('ReportTitle', 'Report'),
    leaf('ReportSubtitle', 'All'),
    ...(basis === undefined ? [] : [leaf('ReportBasis', basis)]),
    leaf('NumRows', String(rowCount ?? lines.length)),
    leaf('NumColumns', String(columns.length)),
    leaf('NumColTitleRows', String(Math.max(...columns.map(([, ...titles]) => titles.length)))),
    ...columns.map(([type, ...titles], index) =>
      branch(
        'ColDesc',
        [
          ...(titles.length === 0 ? [''] : titles).map((value, row) =>
            branch('ColTitle', [], { titleRow: String(row + 1), ...(value !== '' && { value }) }),
          ),
          leaf('ColType', type),
        ],
        { colID: String(index + 1) },
      ),
    ),
    ...(lines.length === 0 ? [] : [branch('ReportData', lines.map(createRow))]),
  ])
  return createResponse(`${query}ReportQueryRs`, [report])
}

function createRow(line: string, index: number): Element {
  const [, mark = '', fullName, text = ''] = /^\s*(>|==?)?\s*(?:\[(.*?)\])?(.*)$/.exec(line) ?? []
  const rowNumber = String(index + 1)
  if (mark === '>') return branch('TextRow', [], { rowNumber, value: text.trim() })
  const cells = text.split('|').map((cell) => cell.trim().replaceAll('\\n', '\n'))
  return branch(
    mark === '==' ? 'TotalRow' : mark === '=' ? 'SubtotalRow' : 'DataRow',
    [
      ...(fullName === undefined ? [] : [branch('RowData', [], { rowType: 'account', value: fullName })]),
      ...cells.flatMap((value, column) =>
        value === '' ? [] : [branch('ColData', [], { colID: String(column + 1), value })],
      ),
    ],
    { rowNumber },
  )
}

export function createResponse(name: string, elements: readonly Element[]): QbxmlResponse {
  return { name, statusCode: 0, statusSeverity: 'Info', statusMessage: 'Status OK', elements }
}

export function createErrorResponse(name: string, statusCode: number, statusMessage: string): QbxmlResponse {
  return { name, statusCode, statusSeverity: 'Error', statusMessage, elements: [] }
}
