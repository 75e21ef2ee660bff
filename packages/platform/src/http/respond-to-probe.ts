import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readiness } from './readiness.ts'

/** Responds to a probe at `/healthz` or `/readyz`, and to anything else with 404. */
export async function respondToProbe(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
): Promise<void> {
  const path = request.method === 'GET' ? request.url?.split('?', 1)[0] : undefined
  if (path === '/healthz') respond(response, 200, { ok: true })
  else if (path !== '/readyz') respond(response, 404, { ok: false, message: 'There is nothing at this address.' })
  else {
    const reason = await readiness.check()
    if (reason === undefined) respond(response, 200, { ok: true, db: 'ok' })
    else respond(response, 503, { ok: false, db: 'error', reason })
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
