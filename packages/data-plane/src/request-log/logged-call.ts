import type { RealmId } from '@bridge/agent-protocol'
import type { CallTrace } from './call-trace.ts'

/** A call to the data plane and its response. */
export interface LoggedCall {
  readonly realmId: RealmId
  /** The response's `X-Request-Id`. */
  readonly traceId: string
  /** Absent for a call made by the service for a user. */
  readonly clientId?: string
  /** Who made the call: `api`, `explorer`, `replay` or `mcp`. */
  readonly source: string
  readonly method: string
  /** Without the query, which may contain customers' data. */
  readonly path: string
  /** The parsed request's kind; absent if it could not be parsed. */
  readonly kind?: string
  /** The parsed request's entity. */
  readonly entity?: string
  readonly status: number
  readonly code?: string
  /** The path to the field named in the fault. */
  readonly field?: string
  /** A success's warnings, including every field not kept as sent. */
  readonly warnings?: readonly string[]
  /** Failed items in a batch, or entities in a request for changes. */
  readonly itemFailures?: readonly LoggedItem[]
  readonly requestId?: string
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
  /** Only if the realm keeps bodies. */
  readonly texts?: CallTexts
}

/** A failed item, with what it asked for. */
export interface LoggedItem {
  readonly kind: string
  /** As the caller wrote it. */
  readonly entity?: string
  readonly queryText?: string
  readonly status: number
  readonly code: string
  readonly field?: string
}

/** A call's texts, with secrets. */
export interface CallTexts {
  /** The URL's query. */
  readonly query: string
  /** The logged ones, with their names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly body: string
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The response's beginning, or all. */
  readonly response: string
  /** The whole response's length. */
  readonly responseCharacters: number
  /** A query's text, from the URL or the body. */
  readonly queryText?: string
  /** How the query was run. */
  readonly plan?: string
}
