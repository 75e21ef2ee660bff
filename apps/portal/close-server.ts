import type { Server, ServerResponse } from 'node:http'

interface CloseOptions {
  readonly server: Server
  /** The responses that have not ended. */
  readonly responses: ReadonlySet<ServerResponse>
  /** Ends the connections that became WebSockets, which the server does not know any more. */
  readonly endWebSockets: () => void
  /** How long the responses may take, in milliseconds. */
  readonly drainMs: number
}

/** Returns the responses of a server that have not ended. */
export function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const responses = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return responses
}

/**
 * Stops accepting connections and resolves when all have ended. WebSockets end after the last response, because it may
 * need an agent that is connected through one of them.
 */
export async function closeServer({ server, responses, endWebSockets, drainMs }: CloseOptions): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  const endIfIdle = () => {
    server.closeIdleConnections()
    if (responses.size === 0) endWebSockets()
  }
  const watch = (response: ServerResponse) => {
    response.once('close', () => setImmediate(endIfIdle))
  }
  for (const response of responses) watch(response)
  // A client may send another request on a connection that is still open.
  server.on('request', (_request, response) => watch(response))
  endIfIdle()
  const force = setTimeout(() => {
    server.closeAllConnections()
    endWebSockets()
  }, drainMs)
  await ended
  clearTimeout(force)
}
