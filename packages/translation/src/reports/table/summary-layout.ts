import type { ListName } from './list-name.ts'
import type { RowRules } from './section-rules.ts'

/** A report with one row per name and amount columns. */
export interface SummaryLayout {
  readonly kind: 'summary'
  readonly first: FirstColumn
  /** `amount`: one column per period or name. `buckets`: the desktop's columns, which depend on its preferences. */
  readonly columns: 'amount' | 'buckets' | MeasureColumns
  /** False where the amounts of periods do not add up to a total. */
  readonly hasTotalColumn?: false
  /** Whether zero amounts are blank, except in the report's total. */
  readonly blanksZeros?: true
  /** The type for rows without children; absent in name lists. */
  readonly rowType?: 'Data'
  readonly rows: RowRules
}

export interface FirstColumn {
  readonly type: string
  readonly key: string
  readonly list: ListName
}

/** Several columns per period or name. */
export interface MeasureColumns {
  readonly measures: readonly Measure[]
  /** Whether the columns are nested below the period's. */
  readonly isNested: boolean
}

export interface Measure {
  readonly title: string
  readonly key: string
  readonly type: string
  /** Finds the desktop's column by its type or one of its titles, without case. */
  readonly from?: { readonly type?: string; readonly titles?: readonly string[] }
  /** The row's list record element, where the report has no such column. */
  readonly element?: string
  readonly suffix?: string
}
