import type { MiddlewareHandler } from 'hono'
import type { Dependencies } from '../runtime/dependencies.ts'

/** Logs one line per request, without its query, headers and body. */
export function accessLog({ logger }: Pick<Dependencies, 'logger'>): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = context.req
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const entry = { method, path, status: context.res.status, ms, traceId: context.get('traceId') }
    logger.info(entry, 'request')
  }
}
