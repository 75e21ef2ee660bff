import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { hasSecret } from '../redaction/redact.ts'

declare module 'hono' {
  interface ContextVariableMap {
    traceId: string
  }
}

const safeId = /^[A-Za-z0-9._-]{1,64}$/

/** Returns the caller's `X-Request-Id` if it is safe to log and to echo, else a new ID. */
export function toTraceId(sent: string | readonly string[] | undefined): string {
  return typeof sent === 'string' && safeId.test(sent) && !hasSecret(sent) ? sent : randomUUID()
}

/** Returns the headers with the trace ID: the service's own, and the one logged by Intuit's libraries. */
export function traceHeaders(id: string) {
  return { 'X-Request-Id': id, intuit_tid: id } as const
}

/** Sets the trace ID on the response. Keeps the ID for a request seen by this middleware before. */
export const traceId: MiddlewareHandler = async (context, next) => {
  const id = context.get('traceId') ?? toTraceId(context.req.header('x-request-id'))
  context.set('traceId', id)
  // Set before the response exists, because adding a header to a finished response copies it. Responses made without
  // the context lack it.
  const headers = Object.entries(traceHeaders(id))
  for (const [name, value] of headers) context.header(name, value)
  await next()
  for (const [name, value] of headers) if (!context.res.headers.has(name)) context.header(name, value)
}
