import type { ServerResponse } from 'node:http'
import type { Visit } from './visits.ts'

/** Refuses a request from an address with too many, and closes the connection. */
export function respondTooMany(response: ServerResponse, { retryAfterSeconds }: Visit): void {
  if (response.destroyed) return
  response.writeHead(429, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    connection: 'close',
  })
  response.end(`Too many requests from this address. Wait ${retryAfterSeconds} s.\n`)
}
