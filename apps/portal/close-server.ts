import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'

interface CloseOptions {
  readonly server: Server
  /** The responses in progress. */
  readonly responses: ReadonlySet<ServerResponse>
  /** Ends the WebSockets, which the server no longer tracks. */
  readonly endWebSockets: () => void
  /** How long the responses may take, in milliseconds. */
  readonly drainMs: number
  /** How long connections without a request stay open, in milliseconds. */
  readonly idleMs: number
}

/** Returns a server's responses in progress. */
export function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const responses = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return responses
}

/**
 * Stops accepting connections and resolves when all have ended. Each response is its connection's last, and
 * says so; a connection without a request stays open for some time, because a request may be on its way. WebSockets end
 * after the last response, because it may need an agent that is connected through one of them.
 */
export async function closeServer({ server, responses, endWebSockets, drainMs, idleMs }: CloseOptions): Promise<void> {
  // The HTTP server's method would end idle connections at once.
  const ended = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
  let isIdleOver = false
  const endIfIdle = () => {
    if (isIdleOver) server.closeIdleConnections()
    if (responses.size === 0) endWebSockets()
  }
  const watch = (response: ServerResponse) => {
    response.shouldKeepAlive = false
    response.once('close', () => setImmediate(endIfIdle))
  }
  for (const response of responses) watch(response)
  // Before any listener responds.
  server.prependListener('request', (_request, response) => watch(response))
  endIfIdle()
  const idle = setTimeout(() => {
    isIdleOver = true
    endIfIdle()
  }, idleMs)
  const force = setTimeout(() => {
    server.closeAllConnections()
    endWebSockets()
  }, drainMs)
  await ended
  clearTimeout(idle)
  clearTimeout(force)
}
