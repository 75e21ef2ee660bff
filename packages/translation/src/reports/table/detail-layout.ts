import type { ListName } from './list-name.ts'
import type { RowRules } from './section-rules.ts'

/** A report with one row per transaction line. */
export interface DetailLayout {
  readonly kind: 'detail'
  readonly columns: readonly DetailColumn[]
  readonly rows: RowRules
  /** The list sections belong to, unless a rule says otherwise. */
  readonly sectionList?: ListName
  /** Whether rows have no sections: headings and subtotals are left out. */
  readonly isFlat?: true
  /** Whether a row without a transaction type begins a section, and its balance is the opening balance. */
  readonly hasOpeningRows?: true
  /** Whether rows belong to transactions, whose common cells only the first row shows. */
  readonly isByTransaction?: true
  /** Shows only rows with an open balance, and computes balances and sums from these. */
  readonly showsOpenOnly?: true
}

export interface DetailColumn {
  readonly title: string
  readonly key: string
  readonly type: 'Date' | 'String' | 'Money' | 'Boolean'
  readonly cell: DetailCell
  /** In reports by transaction, the value in rows after the first. */
  readonly repeated?: string
}

/** How a cell gets its value. `from` is the desktop column's type. */
export type DetailCell =
  | { readonly kind: 'text'; readonly from: string }
  /** QBO's word for the type, with the transaction's ID. */
  | { readonly kind: 'type' }
  /** Whether the transaction posts. */
  | { readonly kind: 'posting' }
  /** A name with its ID. */
  | { readonly kind: 'name'; readonly from: string; readonly lists: readonly ListName[] }
  | {
      readonly kind: 'amount'
      readonly from: string
      /**
       * The account whose increases are positive in QBO, where debits are positive on the desktop: the section's, or
       * the row's.
       */
      readonly naturalOf?: 'section' | 'row'
      readonly inSummary?: false
      /** Whether it runs through a section's rows. */
      readonly isRunning?: true
    }
