import type { FirstColumn } from './summary-layout.ts'

/** A report whose rows are the columns of the desktop's report. */
export interface TransposedLayout {
  readonly kind: 'transposed'
  readonly first: FirstColumn
  readonly columns: readonly TransposedColumn[]
}

export interface TransposedColumn {
  readonly title: string
  readonly key: string
  /** The labels of the desktop's closing rows, whose amounts are added or subtracted. */
  readonly adds?: readonly string[]
  readonly subtracts?: readonly string[]
}
