import { isolateName } from '@bridge/identity/access/isolate-name'
import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'
import { toCompanyPath } from '../../lib/company-path.ts'

type Outputs = inferRouterOutputs<PortalRouter>

/** A request in the list. */
export type LoggedRequest = Outputs['searchRequests']['requests'][number]

/** A request with its bodies and explanation. */
export type ExplainedRequest = Outputs['explainRequest']

/** Returns the path without the realm ID, or the query's text. Marks a write that was only proposed. */
export function describeTarget({
  path,
  queryText,
  operation,
}: Pick<LoggedRequest, 'path' | 'queryText'> & Partial<Pick<LoggedRequest, 'operation'>>): string {
  const target = queryText ?? toCompanyPath(path)
  return operation === 'propose' ? `${target} (proposed)` : target
}

/** Returns the method and the path without the realm ID, or a query's text. */
export function describeRequest(
  request: Pick<LoggedRequest, 'method' | 'path' | 'queryText'> & Partial<Pick<LoggedRequest, 'operation'>>,
): string {
  const target = describeTarget(request)
  return request.queryText === null ? `${request.method} ${target}` : target
}

/** Returns what serves as a request's app, for a `Sentence`. */
export function describeApp({
  clientName,
  clientId,
  source,
}: Pick<LoggedRequest, 'clientName' | 'clientId' | 'source'>): string {
  if (source === 'explorer') return 'Explorer'
  if (source === 'replay' && clientId === null) return 'Explorer (replay)'
  const fallback = clientId === null ? 'Unknown app' : 'Deleted app'
  const name = clientName === null ? fallback : isolateName(clientName)
  return source === 'replay' ? `${name} (replay)` : name
}

export type StatusTone = 'success' | 'warning' | 'danger'

/** Returns an HTTP status's tone: one for every failed call. */
export function toStatusTone(status: number): StatusTone {
  return status < 400 ? 'success' : 'danger'
}

/** Returns a request's tone; a success with failed items is a warning. */
export function toRequestTone({ status, failedItems }: Pick<LoggedRequest, 'status' | 'failedItems'>): StatusTone {
  return failedItems > 0 && status < 400 ? 'warning' : toStatusTone(status)
}

/** Describes how a request failed: its code, or how many items failed. Undefined for a success. */
export function describeFailure({
  code,
  failedItems,
}: Pick<LoggedRequest, 'code' | 'failedItems'>): string | undefined {
  if (code !== null) return code
  return failedItems > 0 ? `${failedItems} failed` : undefined
}

/** Formats a request's status and how it failed: `400 · 6240`, `200 · 2 failed`. */
export function formatStatus(request: Pick<LoggedRequest, 'status' | 'code' | 'failedItems'>): string {
  const failure = describeFailure(request)
  return failure === undefined ? String(request.status) : `${request.status} · ${failure}`
}

/** Prints a duration: `0.4 ms`, `38 ms`, `2.1 s`. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
