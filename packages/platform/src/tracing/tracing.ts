import type { TraceIds } from '@bridge/agent-protocol'

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

interface SpanStart {
  readonly name: string
  /** A call's side: a `server` serves it, a `client` waits for its outcome; anything else is `internal`. */
  readonly kind: 'server' | 'client' | 'internal'
  /** When it began, by `performance.now()`. */
  readonly from: number
  readonly attributes?: SpanAttributes
}

interface SpanEnd {
  /** Replaces the name, when the call has been parsed. */
  readonly name?: string
  readonly attributes?: SpanAttributes
  /** Whether what the span describes has failed on this side. */
  readonly isError?: boolean
}

/** A call's part and its time. */
export interface Span {
  readonly ids: TraceIds
  /** The W3C Trace Context for what this span calls. */
  readonly traceparent: string
  startChild(start: SpanStart): Span
  /** Adds a child ended at `until`, by `performance.now()`. */
  addChild(start: SpanStart & { readonly until: number }): void
  /** Ends the span now. */
  end(end?: SpanEnd): void
}

/** Creates spans and exports them. */
export interface Tracing {
  /** Starts a span under the caller's `traceparent`, if it is valid. */
  start(start: SpanStart & { readonly traceparent: string | undefined }): Span
  /** Exports what is left, for at most two seconds. */
  close(): Promise<void>
}
