import type { IncomingMessage, ServerResponse } from 'node:http'
import { connectorPath } from '@bridge/agent-protocol'
import type { Readiness } from '@bridge/platform/readiness'
import { createSecurityHeaders } from '@bridge/platform/security-headers'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import { hasBody } from '@bridge/platform/waiting-connections'
import { respondTooMany } from './respond-too-many.ts'
import type { CountVisit, Visit } from './visits.ts'

interface RequestHandlers {
  readonly countVisit: CountVisit
  /** Handles a request for `/connector`, also a disallowed one: it may belong to a run. */
  readonly handleConnector: (request: IncomingMessage, response: ServerResponse, visit: Visit) => void
  readonly pauseRejection: () => Promise<void>
  readonly readiness: Readiness
}

/**
 * Creates the gateway's HTTP listener. Everything but `/connector` is a WebSocket, health or readiness.
 */
export function createRequestHandler({ countVisit, handleConnector, pauseRejection, readiness }: RequestHandlers) {
  // The proxy in front of the gateway knows whether browsers must stay with HTTPS.
  const setSecurityHeaders = createSecurityHeaders()
  return (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response, true)
    if (hasSeveralHosts(request)) {
      response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end(severalHostsMessage)
      return
    }
    const visit = countVisit(request)
    const path = request.url?.split('?', 1)[0]
    if (path === connectorPath) {
      handleConnector(request, response, visit)
      return
    }
    if (!visit.isAllowed) {
      void pauseRejection().then(() => respondTooMany(response, visit))
      return
    }
    // A body is not read to its end.
    if (hasBody(request)) response.setHeader('connection', 'close')
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
