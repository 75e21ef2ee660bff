import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

declare module 'hono' {
  interface ContextVariableMap {
    traceId: string
  }
}

const acceptable = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's `X-Request-Id` where it is harmless to log and to echo, else a new one. */
export function toTraceId(sent: string | readonly string[] | undefined): string {
  return typeof sent === 'string' && acceptable.test(sent) ? sent : randomUUID()
}

/** Names the request in its answer; by the name that it has where it passed here before. */
export const traceId: MiddlewareHandler = async (context, next) => {
  const id = context.get('traceId') ?? toTraceId(context.req.header('x-request-id'))
  context.set('traceId', id)
  // Told beforehand, because a header that is added to a finished answer copies the answer; some answers are made
  // without the context, and do not know of it.
  context.header('X-Request-Id', id)
  await next()
  if (!context.res.headers.has('X-Request-Id')) context.header('X-Request-Id', id)
}
