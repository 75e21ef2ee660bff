import type { Element, StatusSeverity } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import type { FaultTrigger } from '../host/fault-table.ts'
import type { Switches } from '../host/switches.ts'
import type { Iterators } from './iterators.ts'

/** What a request is carried out with. */
export interface RequestContext {
  readonly books: Books
  readonly switches: Switches
  readonly faults: FaultTrigger
  readonly iterators: Iterators
  /** The present, in seconds since 1970. */
  readonly now: number
  readonly recordsMax: number
}

/** What a request came to; without a status it is 0, "Status OK". */
export interface RequestResult {
  readonly elements: readonly Element[]
  readonly statusCode?: number
  readonly statusSeverity?: StatusSeverity
  readonly statusMessage?: string
  readonly retCount?: number
  readonly iteratorId?: string
  readonly iteratorRemainingCount?: number
  /** What error recovery tells later: id, TxnNumber and EditSequence of the record that was written. */
  readonly recovery?: { readonly [name: string]: string }
}

/** Carries out one request. Throws `StatusError`, `Unsupported` or `RecordLimit`. */
export type RequestHandler = (request: Element, context: RequestContext) => RequestResult
