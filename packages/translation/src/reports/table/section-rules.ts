/** The rules for a desktop report's rows. Texts are compared without case. */
export interface RowRules {
  /** The report's own sections; all others belong to a name, such as a parent account. */
  readonly sections?: readonly SectionRule[]
  /** Closing rows that close no section, and rows without a name. */
  readonly lines?: readonly LineRule[]
  /** A section that is neither in `sections` nor closed by a row with a name disappears, but not its rows. */
  readonly unwrapsOthers?: true
  /** The words before the name in a section's summary: `Total ` by default. */
  readonly summaryPrefix?: string
  /** The rows with sums that close no section; their own labels by default. */
  readonly subtotals?: { readonly title: string; readonly isFollowedByBlank?: true }
  /** The words after the name in a parent's summary if the parent has a section for the postings on itself. */
  readonly parentSuffix?: string
  /** The order of the top groups, and those always shown by QBO. */
  readonly groups?: readonly GroupRule[]
  /** Reverses the sections at the top. */
  readonly isReversed?: true
  /** Whether sections are buckets by days past due, whose titles QBO spells out. */
  readonly agesSections?: true
  /** Whether sums are blank in sections with no more than an opening balance. */
  readonly sumsNeedRows?: true
  /** Leaves out sections without rows. */
  readonly dropsEmpty?: true
  /** The row with the report's total; left out by default. */
  readonly total?: TotalRule
}

export interface SectionRule {
  /** The desktop's heading. */
  readonly text: string
  /** The closing row's label; `Total <text>` by default. */
  readonly closing?: string
  readonly group?: string
  readonly header: string
  readonly summary: string
  /**
   * Makes the summary a row after the section: `lift` also moves the section's rows one level up, where `keep` leaves
   * them in the section.
   */
  readonly separate?: 'lift' | 'keep'
}

export interface LineRule {
  readonly text: string
  readonly title: string
  /** Whether it is a data row instead of a computed line. */
  readonly isData?: true
  readonly group?: string
}

/** A group at the top level, in QBO's order. */
export interface GroupRule {
  readonly group: string
  /** Shown without rows, too. */
  readonly always?: {
    readonly header?: string
    readonly summary: string
    /** The group whose amounts it repeats. */
    readonly repeats?: string
  }
}

export interface TotalRule {
  readonly title: string
  readonly group?: string
  /** The amount where the desktop leaves the cell out; blank by default. */
  readonly blank?: string
  /** Whether it is a row of cells instead of a summary. */
  readonly isRow?: true
}
