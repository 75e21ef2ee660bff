import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** More than clients and proxies keep open, and fewer than a process's file descriptors. */
const defaultMaxWaiting = 4_000

/**
 * Limits connections waiting for a request or its body. Each has a file descriptor, which the server also needs for its
 * database, and a client without credentials can open thousands and send nothing. Above the limit, the longest waiting
 * one ends: requests arrive within a moment, so others are served. The server must handle upgrades.
 */
export function limitWaitingConnections(server: Server, maxWaiting = defaultMaxWaiting): void {
  // In the order in which they began to wait.
  const waiting = new Set<Duplex>()
  /** Each connection's requests without a response yet. */
  const due = new Map<Duplex, number>()

  const wait = (socket: Duplex): void => {
    if (socket.destroyed) return
    waiting.add(socket)
    const [oldest] = waiting
    if (waiting.size <= maxWaiting || oldest === undefined) return
    waiting.delete(oldest)
    oldest.destroy()
  }
  const serve = (socket: Duplex): void => void waiting.delete(socket)
  const forget = (socket: Duplex): void => {
    waiting.delete(socket)
    due.delete(socket)
  }

  server.on('connection', (socket) => {
    socket.once('close', () => forget(socket))
    wait(socket)
  })
  server.on('upgrade', (_request, socket) => serve(socket))
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    due.set(socket, (due.get(socket) ?? 0) + 1)
    if (hasBody(request)) request.once('end', () => serve(socket))
    else serve(socket)
    response.once('close', () => {
      const left = (due.get(socket) ?? 1) - 1
      if (left > 0) due.set(socket, left)
      else {
        due.delete(socket)
        wait(socket)
      }
    })
  })
}

/** Whether a body follows a request's head. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
