import type { IncomingMessage, ServerResponse } from 'node:http'
import { connectorPath } from '@bridge/agent-protocol'
import type { Readiness } from '@bridge/platform/readiness'
import { respondToProbe } from '@bridge/platform/respond-to-probe'
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
    void respondToProbe(request, response, readiness)
  }
}
