import type { QbxmlRequest, Sliced, StreamedResponse } from '@bridge/qbxml'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { Explanation } from './explain.ts'

/** Runs a query. It does no I/O: its caller exchanges the requests. */
export interface QueryRun<Row = JsonObject> {
  readonly table: EntityTable
  /** The memory of the IDs found so far and what they are sorted by, estimated; their rows are bounded by the page. */
  readonly sizeBytes: number
  /** Returns the next message set's requests; empty at the end. */
  next(): readonly QbxmlRequest[]
  /**
   * Reads the responses to the last requests. Throws an error status's fault, and UNSUPPORTED_QUERY above the scan
   * limit.
   */
  accept(responses: readonly StreamedResponse[]): Sliced<void>
  /** Returns `QueryResponse`, and the warnings for the header. */
  finish(): { readonly queryResponse: QueryResponse<Row>; readonly warnings: readonly string[] }
  /** Returns the requests releasing the results when a query ended early or failed; often empty. */
  stop(): readonly QbxmlRequest[]
  /** Explains which conditions were pushed down, and the requests so far. */
  explain(): Explanation
}

/** The rows under their entity's name, and numbers. */
export type QueryResponse<Row> = Record<string, Row[] | number>

/** Converts each selected record as it is read, for example to its text. */
export type ToRow<Row> = (record: JsonObject) => Row
