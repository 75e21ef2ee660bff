import type { Fault } from '@bridge/faults'
import type { EntityTable } from '@bridge/translation'
import type { WriteDescription } from '../desktop/desktop.ts'

/** A parsed request for one operation. */
export type Operation =
  | { readonly kind: 'read'; readonly table: EntityTable; readonly id: string | undefined }
  | { readonly kind: 'read-by'; readonly table: EntityTable; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: 'query'; readonly text: string; readonly explain?: boolean }
  | WriteOperation

/** An operation changing the company file. */
export type WriteOperation = CreateOperation | UpdateOperation | DeleteOperation | VoidOperation

interface Write {
  readonly table: EntityTable
  readonly body: unknown
  /** Recorded in the journal with every writing message set. */
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

/** A successful operation's result. */
export interface Outcome {
  /** The body's fields, without `time`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
  /** The XML body's root element, if it is not `IntuitResponse`. */
  readonly xmlRoot?: string
  /** The body as JSON in parts, instead of `body` and the time: a report contains its time. */
  readonly serializedBody?: readonly string[]
  /** Warnings about sales tax, which batches omit [dp-4.2-warnings.2]. */
  readonly taxWarnings?: readonly string[]
  /** The paths to fields QuickBooks did not keep as sent. */
  readonly differences?: readonly string[]
  /** The warnings in a batch's slots, for the request log. */
  readonly itemWarnings?: readonly string[]
  /** A query's plan, with `explain`. */
  readonly plan?: string
  /** Prints any query's plan, for the request log. */
  readonly formatPlan?: () => string
  /** Failed items in a batch, or entities in a request for changes, for the request log. */
  readonly itemFailures?: readonly ItemFailure[]
}

/** An item's request, as sent. */
export interface ItemTarget {
  readonly kind: Operation['kind']
  readonly entity?: string
  readonly queryText?: string
}

/** One item's fault in a response succeeding as a whole. */
export interface ItemFailure extends ItemTarget {
  readonly fault: Fault
}

/** A finished operation and its time, which always render to the same response. */
export interface Result {
  readonly outcome: Outcome | Fault
  readonly time: Date
}
