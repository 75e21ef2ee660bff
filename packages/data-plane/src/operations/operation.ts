import type { Fault } from '@bridge/faults'
import type { EntityTable } from '@bridge/translation'
import type { WriteDescription } from '../desktop/desktop.ts'

/** A parsed request for one operation. */
export type Operation =
  | { readonly kind: 'read'; readonly table: EntityTable; readonly id: string | undefined }
  | { readonly kind: 'read-by'; readonly table: EntityTable; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: 'query'; readonly text: string; readonly explain?: boolean }
  | WriteOperation

/** An operation that changes the company file. */
export type WriteOperation = CreateOperation | UpdateOperation | DeleteOperation | VoidOperation

interface Write {
  readonly table: EntityTable
  readonly body: unknown
  /** Recorded in the journal with every message set that writes. */
  readonly write: WriteDescription
}

export interface CreateOperation extends Write {
  readonly kind: 'create'
}

export interface UpdateOperation extends Write {
  readonly kind: 'update'
}

export interface DeleteOperation extends Write {
  readonly kind: 'delete'
  readonly id: string
}

export interface VoidOperation extends Write {
  readonly kind: 'void'
}

/** The result of an operation that succeeded. */
export interface Outcome {
  /** The fields of the body, without `time`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
  /** The root element of the body in XML, if it is not `IntuitResponse`. */
  readonly xmlRoot?: string
  /** The body as JSON in parts, instead of `body` and the time: a report contains its time. */
  readonly serializedBody?: readonly string[]
  /** Warnings about sales tax, which batches omit [dp-4.2-warnings.2]. */
  readonly taxWarnings?: readonly string[]
  /** The paths of sent fields that QuickBooks did not keep as they were sent. */
  readonly differences?: readonly string[]
  /** The warnings in the slots of a batch, for the request log. */
  readonly itemWarnings?: readonly string[]
  /** The plan of a query with `explain`. */
  readonly plan?: string
  /** Prints the plan of any query, for the request log. */
  readonly printPlan?: () => string
  /** The failed items of a batch or entities of a request for changes, for the request log. */
  readonly itemFailures?: readonly ItemFailure[]
}

/** The request of an item, as it was sent. */
export interface ItemTarget {
  readonly kind: Operation['kind']
  readonly entity?: string
  readonly queryText?: string
}

/** The fault of one item in a response that is a success as a whole. */
export interface ItemFailure extends ItemTarget {
  readonly fault: Fault
}

/** A finished operation and its time, which always render to the same response. */
export interface Result {
  readonly outcome: Outcome | Fault
  readonly time: Date
}
