export { checkCreate, checkUpdate } from './check.ts'
export { findEntity, type FoundEntity, type RefusedEntity, type Registry, registry } from './entities/index.ts'
export { identify, type Identity } from './identify.ts'
export { type ReadResult, readResponse, writeWarnings } from './outcome.ts'
export { readRecord } from './read.ts'
export { addRequest, deleteRequest, modRequest, needsCurrent, readRequest } from './requests.ts'
export type { CheckedRecord } from './table/checked.ts'
export type { EntityTable, Operation, Variant } from './table/entity-table.ts'
export type { JsonObject, JsonValue } from './table/json.ts'
export type { ReadContext } from './table/row.ts'

// The query half follows.
import type { Request, Response } from './qbxml/message-set.ts'
import type { EntityTable } from './table/entity-table.ts'
import type { JsonObject } from './table/json.ts'
import type { ReadContext } from './table/row.ts'

/** A parsed query: frozen plain nodes. */
export interface Query {
  readonly entity: string
}
/** Throws Fault 4000 (`QueryParserError: …`, `QueryValidationError: …`) or QUERY_PARSER_ERROR for an empty text. */
export declare function parseQuery(text: string): Query

/**
 * A query being run, without I/O:
 * `for (let request = run.next(); request; request = run.next()) run.accept(await exchange(request)); run.finish()`.
 */
export interface QueryRun {
  readonly table: EntityTable
  next(): Request | undefined
  /** Throws Fault for an error status and where a cap is reached (UNSUPPORTED_QUERY). */
  accept(response: Response): void
  /** The value of the answer's `QueryResponse`: `{}`, `{ totalCount }` or `{ <Entity>: […], startPosition, maxResults }`. */
  finish(): { readonly queryResponse: JsonObject; readonly warnings: readonly string[] }
}
/** `table` is what `findEntity(query.entity)` gave. Throws Fault (4000, UNSUPPORTED_QUERY). */
export declare function planQuery(query: Query, table: EntityTable, context: ReadContext): QueryRun
