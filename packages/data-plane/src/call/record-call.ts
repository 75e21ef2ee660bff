import { Fault, getFaultStatus } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import { redact } from '@bridge/platform/redact'
import { getHead, getLength } from '@bridge/platform/text-parts'
import type { ItemFailure } from '../operations/operation.ts'
import { loggedTexts, shownTexts, type TraceLimits } from '../request-log/call-trace.ts'
import type { CallTexts, LoggedItem } from '../request-log/logged-call.ts'
import { pickRequestHeaders } from '../request-log/logged-headers.ts'
import type { Call, DataPlane } from './call.ts'
import type { ParsedRequest } from './request.ts'
import type { HttpResponse } from './response.ts'

/** A call that has ended. */
interface EndedCall {
  readonly call: Call
  readonly response: HttpResponse
  readonly totalMs: number
}

/** Records a call in the event loop's next turn, so its client does not wait for it. */
export function recordCallLater(plane: DataPlane, ended: EndedCall): void {
  setImmediate(() => {
    try {
      recordCall(plane, ended)
    } catch (error) {
      plane.logger.error({ err: error, traceId: ended.call.traceId }, 'Could not record a request')
    }
  })
}

/**
 * Counts the call, also in the metrics, and adds it to its owner's request log and to the server's log. The latter omits the query, which
 * may contain customers' data.
 */
function recordCall(
  { logger, metrics, usage, connectionUse, requestLog }: DataPlane,
  { call, response, totalMs }: EndedCall,
): void {
  const { status, code, field, warnings, itemFailures } = response
  const { traceId, requestId } = call
  const { connection, grant, request } = call.reached
  const { method } = call.http
  const path = redact(call.http.path, { realmId: grant?.realmId })
  if (grant !== undefined) {
    usage.count(grant.realmId, grant.clientId ?? '', status)
    if (grant.connectionId !== undefined) connectionUse.record(grant.connectionId)
    requestLog.add({
      realmId: grant.realmId,
      ...(grant.clientId !== undefined && { clientId: grant.clientId }),
      source: grant.source ?? 'api',
      traceId,
      method,
      path,
      ...(request && { kind: call.heldBack === undefined ? toLoggedKind(request) : 'propose' }),
      ...(request && 'table' in request && { entity: request.table.name }),
      status,
      ...(code !== undefined && { code }),
      ...(field !== undefined && { field }),
      ...(warnings && { warnings }),
      ...(itemFailures && { itemFailures: itemFailures.map(toLoggedItem) }),
      ...(requestId !== undefined && { requestId }),
      totalMs,
      ...(connection && { trace: connection.trace }),
      ...(call.keepsBodies && { texts: toTexts(call, response) }),
    })
  }
  const { queueMs: queue, gatewayMs: gateway, desktopMs: desktop } = connection?.trace ?? {}
  metrics?.record({ surface: 'v3', status, code, ms: { total: totalMs, queue, gateway, desktop } })
  const ms = Math.round(totalMs * 10) / 10
  logger.info({ method, path, realm: grant?.realmId, status, code, ms, traceId, ...call.span?.ids }, 'request')
}

/** Returns what a call's trace keeps: more for a user, to whom it is shown, than for the request log. */
export function getTraceLimits(keepsBodies: boolean, userGrant: Grant | undefined): TraceLimits | undefined {
  if (userGrant !== undefined) return shownTexts
  return keepsBodies ? loggedTexts : undefined
}

function toLoggedItem({ fault, ...target }: ItemFailure): LoggedItem {
  const { code, element } = fault
  return { ...target, status: getFaultStatus(fault), code, ...(element !== undefined && { field: element }) }
}

/** Returns a request's operation; a read by parameters is a read. */
function toLoggedKind({ kind }: ParsedRequest): string {
  return kind === 'read-by' ? 'read' : kind
}

function toTexts({ http, reached }: Call, response: HttpResponse): CallTexts {
  const { body = '', request, result } = reached
  const outcome = result && !(result.outcome instanceof Fault) ? result.outcome : undefined
  return {
    query: findQuery(http.url),
    requestHeaders: pickRequestHeaders((name) => http.header(name)),
    body,
    responseHeaders: response.headers,
    response: getHead(response.body, loggedTexts.maxTextCharacters),
    responseCharacters: getLength(response.body),
    ...(request?.kind === 'query' && { queryText: request.text }),
    ...(outcome?.formatPlan && { plan: outcome.formatPlan() }),
  }
}

function findQuery(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}
