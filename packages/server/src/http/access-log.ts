import type { MiddlewareHandler } from 'hono'
import { getSurface } from '../metrics/call-metrics.ts'
import type { Dependencies } from '../runtime/dependencies.ts'

/** Logs one line per request, without its query, headers and body, and counts it in the metrics. */
export function accessLog({ logger, metrics }: Pick<Dependencies, 'logger' | 'metrics'>): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = context.req
    const { status } = context.res
    const total = performance.now() - startedAt
    metrics?.record({ surface: getSurface(path), status, ms: { total } })
    const ms = Math.round(total * 10) / 10
    const entry = { method, path, status, ms, traceId: context.get('traceId') }
    logger.info(entry, 'request')
  }
}
