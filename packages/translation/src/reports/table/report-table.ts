import type { DetailLayout } from './detail-layout.ts'
import type { FilterName, ListName } from './list-name.ts'
import type { SummarizeBy } from './summarize-by.ts'
import type { SummaryLayout } from './summary-layout.ts'
import type { TransposedLayout } from './transposed-layout.ts'
import type { WordFilterName } from './word-filter-name.ts'

/** A QBO report, and how QuickBooks Desktop provides it. */
export interface ReportTable {
  /** The name in the URL. */
  readonly name: string
  /** A sentence for the documentation. */
  readonly summary: string
  readonly desktop: DesktopReport
  /** Whether the report covers a period, or is as of one day. */
  readonly dates: 'period' | 'asOf'
  readonly withoutDates: 'fiscalYearToDate' | 'today' | 'all'
  /** Whether clients may choose between cash and accrual basis. */
  readonly hasBasis: boolean
  /** In addition to `Total`. */
  readonly summarizesBy: readonly SummarizeBy[]
  readonly filters: readonly FilterName[]
  readonly words?: readonly WordFilterName[]
  /** Whether a filter by the days of modification applies. */
  readonly filtersByModified?: true
  /** Values accepted for other parameters because the report does what they ask for anyway. */
  readonly passes?: Readonly<Record<string, readonly string[]>>
  /** The lists whose names get IDs. */
  readonly lists: readonly ListName[]
  /** Header options in addition to `NoReportData`. */
  readonly options?: Readonly<Record<string, string>>
  /** Sentences about differences from QBO's report, for the documentation. */
  readonly differences?: readonly string[]
  readonly layout: SummaryLayout | DetailLayout | TransposedLayout
}

/** The request to QuickBooks Desktop. */
export interface DesktopReport {
  readonly request: 'GeneralSummary' | 'GeneralDetail' | 'Aging'
  readonly type: string
  readonly includeColumns?: readonly string[]
  /** Further elements and their values. */
  readonly settings?: Readonly<Record<string, string>>
}
