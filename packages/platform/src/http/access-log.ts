import type { MiddlewareHandler } from 'hono'
import { redact } from '../redaction/redact.ts'
import { getSurface } from '../runtime/call-metrics.ts'
import type { Dependencies } from '../runtime/dependencies.ts'

/** Logs one line per request, without its query, headers and body, counts it in the metrics, and traces it. */
export function accessLog({
  logger,
  metrics,
  tracing,
}: Pick<Dependencies, 'logger' | 'metrics' | 'tracing'>): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    const { method, path } = context.req
    const span = tracing?.start({
      name: `${method} /${getSurface(path)}`,
      kind: 'server',
      from: startedAt,
      traceparent: context.req.header('traceparent'),
      attributes: { 'http.request.method': method, 'bridge.request_id': context.get('traceId') },
    })
    await next()
    const { status } = context.res
    const total = performance.now() - startedAt
    metrics?.record({ surface: getSurface(path), status, ms: { total } })
    const ms = Math.round(total * 10) / 10
    span?.end({ attributes: { 'http.response.status_code': status }, isError: status >= 500 })
    const entry = { method, path: redact(path), status, ms, traceId: context.get('traceId'), ...span?.ids }
    logger.info(entry, 'request')
  }
}
