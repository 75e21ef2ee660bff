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
  /** Goes to the journal with every message set that writes. */
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

/** Several operations in one request. */
export interface Batch {
  readonly kind: 'batch'
  readonly items: readonly BatchItem[]
}

export interface BatchItem {
  /** The client's name for the item. */
  readonly bId: string
  /** A fault if the item could not be parsed. */
  readonly operation: Operation | Fault
}

/** Changed data of several entities. */
export interface Changes {
  readonly kind: 'changes'
  /** Names as the client wrote them, supported or not, without repetitions in any case. */
  readonly entities: readonly string[]
  /** Seconds since 1970, inclusive. */
  readonly since: number
}

/** A request for what the organization's plan allows. */
export interface EntitlementsRequest {
  readonly kind: 'entitlements'
}

/** Everything that a request to the data plane can be. */
export type ParsedRequest = Operation | Batch | Changes | EntitlementsRequest

/** The result of an operation that succeeded. */
export interface Outcome {
  /** The fields of the body, without `time`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
  /** The plan of a query, with `explain`. */
  readonly plan?: string
}

/** The end of an operation and its time. It renders to the same response every time. */
export interface Result {
  readonly outcome: Outcome | Fault
  readonly time: Date
}
