import type { Element, StatusSeverity } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import type { FaultTrigger } from '../host/fault-table.ts'
import type { Switches } from '../host/switches.ts'
import type { Iterators } from './iterators.ts'

/** The context in which a request runs. */
export interface RequestContext {
  readonly books: Books
  readonly switches: Switches
  readonly faults: FaultTrigger
  readonly iterators: Iterators
  /** The current time in seconds since 1970. */
  readonly now: number
  readonly maxRecords: number
}

/** A request's result; the default status is 0, "Status OK". */
export interface RequestResult {
  readonly elements: readonly Element[]
  readonly statusCode?: number
  readonly statusSeverity?: StatusSeverity
  readonly statusMessage?: string
  readonly retCount?: number
  readonly iteratorId?: string
  readonly iteratorRemainingCount?: number
  /** The written record's ID, TxnNumber and EditSequence, for error recovery. */
  readonly recovery?: { readonly [name: string]: string }
}

/** Runs one request. Throws `StatusError`, `Unsupported` or `RecordLimit`. */
export type RequestHandler = (request: Element, context: RequestContext) => RequestResult
