import type { IncomingMessage, Server } from 'node:http'
import { connectorPath } from '@bridge/agent-protocol'
import type { EventLoopWatch } from '@bridge/platform/event-loop-watch'

/** Tells the watch over the event loop which requests a gateway handles. */
export function watchRequests(
  server: Server,
  eventLoop: Pick<EventLoopWatch, 'begin'>,
  findAddress: (request: IncomingMessage) => string,
): void {
  server.prependListener('request', (request: IncomingMessage, response) => {
    const end = eventLoop.begin(() => {
      const path = request.url?.split('?', 1)[0]
      return { call: path === connectorPath ? path : 'another path', address: findAddress(request) }
    })
    response.once('close', end)
  })
}
