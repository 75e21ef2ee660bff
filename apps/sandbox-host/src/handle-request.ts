import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readiness } from '@bridge/platform/readiness'
import { respondToProbe } from '@bridge/platform/respond-to-probe'
import { createSecurityHeaders } from '@bridge/platform/security-headers'

/** Creates the HTTP listener for health and readiness. */
export function createRequestHandler(readiness: Readiness) {
  const setSecurityHeaders = createSecurityHeaders()
  return (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response, true)
    // A body is not read.
    response.setHeader('connection', 'close')
    void respondToProbe(request, response, readiness)
  }
}
