/** A report in QBO's JSON. Members that do not apply are absent; all values are text, and blanks are `''`. */
export interface Report {
  readonly Header: ReportHeader
  readonly Columns: { readonly Column: readonly ReportColumn[] }
  readonly Rows: ReportRows
}

export interface ReportHeader {
  /** With the company's offset, without a fraction: `2026-01-31T08:14:02-07:00`. */
  readonly Time: string
  readonly ReportName: string
  readonly DateMacro?: string
  readonly ReportBasis?: string
  readonly StartPeriod?: string
  readonly EndPeriod?: string
  readonly SummarizeColumnsBy?: string
  readonly Currency: string
  readonly Customer?: string
  readonly Vendor?: string
  readonly Employee?: string
  readonly Item?: string
  readonly Class?: string
  readonly Option: readonly NameValue[]
}

export interface NameValue {
  readonly Name: string
  readonly Value: string
}

export interface ReportColumn {
  readonly ColTitle: string
  readonly ColType: string
  readonly MetaData?: readonly NameValue[]
  readonly Columns?: { readonly Column: readonly ReportColumn[] }
}

/** Without data, `Row` is absent. */
export interface ReportRows {
  readonly Row?: readonly ReportRow[]
}

export type ReportRow = SectionRow | DataRow

/** A section, or with only a summary a computed line such as the gross profit. */
export interface SectionRow {
  readonly Header?: Cells
  readonly Rows?: ReportRows
  readonly Summary?: Cells
  readonly type: 'Section'
  readonly group?: string
}

export interface DataRow {
  readonly ColData: readonly Cell[]
  /** Absent in name lists. */
  readonly type?: 'Data'
  readonly group?: string
}

export interface Cells {
  readonly ColData: readonly Cell[]
}

export interface Cell {
  readonly value: string
  readonly id?: string
}
