import type { RealmId } from '@bridge/agent-protocol'
import type { CallTrace } from './call-trace.ts'

/** A call to the data plane and its response. */
export interface LoggedCall {
  readonly realmId: RealmId
  /** `X-Request-Id` of the response. */
  readonly traceId: string
  /** Absent for a call that the service makes for a user. */
  readonly clientId?: string
  /** Who made the call: `api`, `explorer` or `replay`. */
  readonly source: string
  readonly method: string
  /** Without the query, which may contain customers' data. */
  readonly path: string
  /** The kind of the parsed request; absent if it could not be parsed. */
  readonly kind?: string
  /** The entity of the parsed request. */
  readonly entity?: string
  readonly status: number
  readonly code?: string
  /** The path of the field that the fault names. */
  readonly field?: string
  /** All warnings of a success, with every field that was not kept as it was sent. */
  readonly warnings?: readonly string[]
  /** Failed items of a batch, or entities of a request for changes. */
  readonly itemFailures?: readonly LoggedItem[]
  readonly requestId?: string
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
  /** Only if the realm keeps bodies. */
  readonly texts?: CallTexts
}

/** An item of a call that failed, with what it asked for. */
export interface LoggedItem {
  readonly kind: string
  /** As the caller wrote it. */
  readonly entity?: string
  readonly queryText?: string
  readonly status: number
  readonly code: string
  readonly field?: string
}

/** The texts of a call, with secrets. */
export interface CallTexts {
  /** The query of the URL. */
  readonly query: string
  /** Those that are logged, with their names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly body: string
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The beginning of the response, or all of it. */
  readonly response: string
  /** The length of the whole response. */
  readonly responseCharacters: number
  /** The text of a query, from the URL or the body. */
  readonly queryText?: string
  /** How the query was run. */
  readonly plan?: string
}
