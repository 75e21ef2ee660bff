import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readiness } from '@bridge/platform/readiness'
import { createSecurityHeaders } from '@bridge/platform/security-headers'

/** Creates the HTTP listener for health and readiness. */
export function createRequestHandler(readiness: Readiness) {
  const setSecurityHeaders = createSecurityHeaders()
  return (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response, true)
    // A body is not read.
    response.setHeader('connection', 'close')
    const path = request.url?.split('?', 1)[0]
    if (request.method === 'GET' && path === '/healthz') respond(response, 200, { ok: true })
    else if (request.method === 'GET' && path === '/readyz') void respondReadiness(response, readiness)
    else respond(response, 404, { ok: false, message: 'There is nothing at this address.' })
  }
}

async function respondReadiness(response: ServerResponse, readiness: Readiness): Promise<void> {
  const reason = await readiness.check()
  if (reason === undefined) respond(response, 200, { ok: true, db: 'ok' })
  else respond(response, 503, { ok: false, db: 'error', reason })
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
