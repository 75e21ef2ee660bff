import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { printHead } from './request-head.ts'

const upgradeHeaders: ReadonlySet<string> = new Set(['upgrade', 'http2-settings', 'connection'])

/**
 * Handles a request as if it had not requested another protocol, as RFC 9110, section 7.8, allows. Java's HTTP client
 * requests HTTP/2 in the first request of every plain connection. To be called by an `upgrade` listener: if there is
 * one, Node passes every such request to it unread.
 */
export function ignoreUpgrade(
  server: Pick<Server, 'emit'>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  // Restarts the connection with the same request and the bytes after it. Node decoded header values as latin1.
  socket.unshift(Buffer.concat([Buffer.from(printHead(request, upgradeHeaders), 'latin1'), head]))
  server.emit('connection', socket)
}

/** Returns whether a request upgrades to a WebSocket, the only other protocol that is supported. */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket'
}
