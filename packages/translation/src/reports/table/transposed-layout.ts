import type { FirstColumn } from './summary-layout.ts'

/** A report whose rows are the columns in the desktop's report. */
export interface TransposedLayout {
  readonly kind: 'transposed'
  readonly first: FirstColumn
  readonly columns: readonly TransposedColumn[]
}

export interface TransposedColumn {
  readonly title: string
  readonly key: string
  /** The desktop's closing rows, by label, whose amounts are added or subtracted. */
  readonly adds?: readonly string[]
  readonly subtracts?: readonly string[]
}
