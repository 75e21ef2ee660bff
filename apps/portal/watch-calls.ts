import type { IncomingMessage, Server } from 'node:http'
import type { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { redact } from '@bridge/server'

const companyPath = /^\/v3\/company\/(\d{16})(?:\/|$)/

/** Tells the watch over the event loop which requests a server handles. */
export function watchCalls(
  server: Server,
  eventLoop: Pick<EventLoopWatch, 'begin'>,
  findAddress: (request: IncomingMessage) => string,
): void {
  server.prependListener('request', (request: IncomingMessage, response) => {
    const end = eventLoop.begin(() => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      const realm = companyPath.exec(path)?.[1]
      const call = `${request.method} ${redact(path.slice(0, maxPathCharacters), { realmId: realm })}`
      return realm === undefined ? { call, address: findAddress(request) } : { call, realm }
    })
    response.once('close', end)
  })
}

/** The logged characters of a path. */
const maxPathCharacters = 200
