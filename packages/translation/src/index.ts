// Signatures first; each moves to its own file as it is built.
import type { Element } from './qbxml/element.ts'
import type { Request, Response } from './qbxml/message-set.ts'
import type { JsonObject } from './table/json.ts'

export type { JsonObject, JsonValue } from './table/json.ts'

export type Operation = 'read' | 'query' | 'create' | 'update' | 'delete'

export interface EntityTable {
  /** Canonical name, the key of answers: `Invoice`. */
  readonly name: string
  readonly kind: 'list' | 'transaction' | 'single'
  /** What the entity can do; `create` and `update` absent = read-only. */
  readonly can: readonly Operation[]
}

export type FoundEntity =
  | { readonly kind: 'built'; readonly table: EntityTable }
  /** Known to the reference API, but a gap, planned or not built yet: UNSUPPORTED_BY_DESKTOP with this reason. */
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string }

/** Any case. Undefined: no known entity, NOT_FOUND. */
export declare function findEntity(name: string): FoundEntity | undefined

/** Which record a body names; tolerant of numbers and of a body that is not an object. */
export interface Identity {
  readonly id: string | undefined
  readonly syncToken: string | undefined
  /** The body has a member `Line`. */
  readonly hasLine: boolean
  /** `sparse: true`. */
  readonly sparse: boolean
}
export declare function identify(body: unknown): Identity

export interface ReadContext {
  readonly realmId: string
}

/** A body that passed the checks, in the desktop's spelling; opaque to the caller. */
export interface CheckedRecord {
  readonly table: EntityTable
  readonly id: string | undefined
  readonly syncToken: string | undefined
}

/** Both throw Fault (2010, 2020, 2050, UNMAPPED_FIELD, UNSUPPORTED_BY_DESKTOP, …). */
export declare function checkCreate(table: EntityTable, body: unknown): CheckedRecord
export declare function checkUpdate(table: EntityTable, body: unknown): CheckedRecord

/** `id` is ignored for CompanyInfo and Preferences. Throws Fault 610 for an id that no record can have. */
export declare function readRequest(table: EntityTable, id?: string): Request
export declare function addRequest(record: CheckedRecord): Request
/** Whether an update must fetch the current record first (`readRequest`, then `modRequest(record, elements[0])`). */
export declare function needsCurrent(record: CheckedRecord): boolean
export declare function modRequest(record: CheckedRecord, current?: Element): Request
/** Only where `table.can` has 'delete'. */
export declare function deleteRequest(table: EntityTable, id: string): Request

export interface ReadResult {
  /** In the reference API's shape; for add/mod/read exactly one. Empty for a delete. */
  readonly records: readonly JsonObject[]
  /** The same records as the desktop gave them (`elements[0]` goes into `modRequest`). */
  readonly elements: readonly Element[]
  /** For the X-SVC-Warning header, already in its form `QuickBooks-style warning <code>: <message>`. */
  readonly warnings: readonly string[]
}
/** Reads the answer to an add, mod, read-by-id or delete request. Throws Fault (610 where a read found nothing). */
export declare function readResponse(response: Response, table: EntityTable, context: ReadContext): ReadResult
/** Further warnings of a write (`TxnTaxDetail.TotalTax ignored; …`), once its answer is read. */
export declare function writeWarnings(record: CheckedRecord, result: ReadResult): string[]

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
