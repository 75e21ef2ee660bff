import type { FilterName } from './list-name.ts'
import type { ReportTable } from './report-table.ts'
import type { SummarizeBy } from './summarize-by.ts'
import type { WordFilterName } from './word-filter-name.ts'

/** A checked report request. Its dates are resolved when it is planned. */
export interface ReportRequest {
  readonly table: ReportTable
  readonly dates: RequestedDates
  readonly basis?: 'Cash' | 'Accrual'
  readonly summarizeBy: SummarizeBy
  /** Each filter's IDs; at least one. */
  readonly filters: ReadonlyMap<FilterName, readonly string[]>
  /** Each filter's types, in the desktop's words; at least one. */
  readonly words: ReadonlyMap<WordFilterName, readonly string[]>
  /** The days on which transactions were modified. */
  readonly modified: RequestedRange
  /** The rows' order; the desktop's if absent. */
  readonly order?: RowOrder
  readonly warnings: readonly string[]
}

/** The dates sent by a client, in days since 1970. */
export type RequestedDates =
  | { readonly kind: 'none' }
  | { readonly kind: 'macro'; readonly macro: string }
  | { readonly kind: 'period'; readonly from: number; readonly to: number }
  | { readonly kind: 'asOf'; readonly day: number }

/** A range of days sent by a client, either end of which may be missing. */
export type RequestedRange =
  | { readonly kind: 'none' }
  | { readonly kind: 'macro'; readonly macro: string }
  | { readonly kind: 'range'; readonly from?: number; readonly to?: number }

/** An order of rows by one column. */
export interface RowOrder {
  /** In lower case; the first column if absent. */
  readonly columnKey?: string
  readonly isDescending: boolean
}

/** A company's dates. */
export interface CompanyCalendar {
  readonly utcOffsetMinutes: number
  /** 1 to 12. */
  readonly firstFiscalMonth: number
}
