import type { Element } from '../qbxml/element.ts'
import type { CheckedValues } from './checked.ts'
import type { JsonObject } from './json.ts'
import type { Rows } from './row.ts'

/**
 * One `DetailType` of a line table. Keys of `rows` are paths below the line
 * (`SalesItemLineDetail.Qty`); elements are below the line's element.
 */
export interface LineKind {
  /** The value of `DetailType`. */
  readonly detailType: string
  /** The member that holds the details; differs for `DescriptionOnly`. */
  readonly detail: string
  readonly rows: Rows
  /** Whether this desktop line is of this kind; the first kind that says yes reads it. */
  readonly reads: (line: Element) => boolean
  /** Read, and kept where an update repeats it; cannot be added or changed, for this reason. */
  readonly keptOnly?: string
  /** Refuses what the rows alone cannot, and settles what is written. `current` is the stored line in the same form. */
  readonly beforeWrite?: (line: LineDraft) => CheckedValues
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
