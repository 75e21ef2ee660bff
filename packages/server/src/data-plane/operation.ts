import type { Fault } from '@bridge/faults'
import type { EntityTable } from '@bridge/translation'

/** What a request asks for, once it is parsed. */
export type Operation =
  | { readonly kind: 'read'; readonly table: EntityTable; readonly id: string | undefined }
  | { readonly kind: 'read-by'; readonly table: EntityTable; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: 'create'; readonly table: EntityTable; readonly body: unknown; readonly requestId?: string }
  | {
      readonly kind: 'update'
      readonly table: EntityTable
      readonly body: unknown
      readonly requestId?: string
    }
  | {
      readonly kind: 'delete'
      readonly table: EntityTable
      readonly id: string
      readonly body: unknown
      readonly requestId?: string
    }
  | { readonly kind: 'void'; readonly table: EntityTable; readonly body: unknown; readonly requestId?: string }
  | { readonly kind: 'query'; readonly text: string; readonly explain?: boolean }

/** An operation that changes the company file. */
export type WriteOperation = Extract<Operation, { readonly body: unknown }>

/** Several operations in one request (specification, section 4.4). */
export interface Batch {
  readonly kind: 'batch'
  readonly items: readonly BatchItem[]
}

export interface BatchItem {
  /** The client's name for the item. */
  readonly bId: string
  /** What the item asks for, or why that cannot be had. */
  readonly asked: Operation | Fault
}

/** Changed data of several entities (specification, section 4.5). */
export interface Changes {
  readonly kind: 'changes'
  /** Names as the client wrote them, served or not, each once in any case. */
  readonly entities: readonly string[]
  /** Seconds since 1970; changes of that second count. */
  readonly since: number
}

/** What the organization's plan allows. */
export interface EntitlementsQuestion {
  readonly kind: 'entitlements'
}

/** What an operation gives the client: the members of the body beside `time`, and the warnings. */
export interface Outcome {
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
  /** How a query was answered, where the client asked for it. */
  readonly plan?: string
}
