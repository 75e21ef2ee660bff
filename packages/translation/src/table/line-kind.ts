import type { Element } from '../qbxml/element.ts'
import type { CheckedValues } from './checked.ts'
import type { JsonObject } from './json.ts'
import type { Rows } from './row.ts'

/**
 * One kind of line. Keys of `rows` are paths below the line (`SalesItemLineDetail.Qty`); elements are below the
 * line's element.
 */
export interface LineKind {
  /** The value of `DetailType`; the reference API has lines without one, such as those of payments. */
  readonly detailType?: string
  /** The member that holds the details; differs for `DescriptionOnly`. */
  readonly detail?: string
  readonly rows: Rows
  /** Its elements, or their stem, where they are not the table's: `ExpenseLine` of `ExpenseLineAdd`. */
  readonly element?: string | LineElements
  /** Its elements are the table's group lines, which hold lines themselves. */
  readonly isGroup?: true
  /** Recognizes a client's line where `DetailType` does not tell; asked before `DetailType` is looked at. */
  readonly is?: (body: JsonObject) => boolean
  /** Whether a desktop line that has this kind's element is of this kind; the first kind that says yes reads it. */
  readonly reads?: (line: Element) => boolean
  /** Read, and kept where an update repeats it; cannot be added or changed, for this reason. */
  readonly keptOnly?: string
  /** An update keeps it by its id alone; what a client changes on it is not applied, for it comes from elsewhere. */
  readonly keptById?: true
  /** Refuses what the rows alone cannot, and settles what is written. `current` is the stored line in the same form. */
  readonly beforeWrite?: (line: LineDraft) => CheckedValues
}

/** The elements of a stored, a new and a changed line. */
export interface LineElements {
  readonly ret: string
  readonly add: string
  readonly mod: string
}

/** A line on its way to the desktop. */
export interface LineDraft {
  /** The client's path of the line, for faults: `Line[2]`. */
  readonly path: string
  /** The line as the client sent it. */
  readonly body: JsonObject
  readonly values: CheckedValues
  readonly current: CheckedValues | undefined
}

/** A line as it will be on the desktop: what is sent, over what is stored. */
export interface WholeLine {
  readonly path: string
  readonly kind: LineKind
  readonly values: CheckedValues
}
