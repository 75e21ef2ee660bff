import type { QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { Explanation } from './explain.ts'

/** Runs a query. It does no I/O: its caller exchanges the requests. */
export interface QueryRun {
  readonly table: EntityTable
  /** Returns the next message set's requests; empty at the end. */
  next(): readonly QbxmlRequest[]
  /**
   * Reads the responses to the last requests. Throws an error status's fault, and UNSUPPORTED_QUERY above the scan
   * limit.
   */
  accept(responses: readonly QbxmlResponse[]): void
  /** Returns `QueryResponse`, and the warnings for the header. */
  finish(): { readonly queryResponse: JsonObject; readonly warnings: readonly string[] }
  /** Returns the requests releasing the results when a query ended early or failed; often empty. */
  stop(): readonly QbxmlRequest[]
  /** Explains which conditions were pushed down, and the requests so far. */
  explain(): Explanation
}
