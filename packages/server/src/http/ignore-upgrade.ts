import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { printHead } from './request-head.ts'

const ofUpgrades: ReadonlySet<string> = new Set(['upgrade', 'http2-settings', 'connection'])

/**
 * Answers a request as if it had not asked for another protocol, which a server may do (RFC 9110, section 7.8). Java's
 * HTTP client asks for HTTP/2 in its first request of every plain connection, and goes on with HTTP/1.1 where it hears
 * nothing of it. For an `upgrade` listener: once there is one, Node hands every such request to it, unread.
 */
export function ignoreUpgrade(
  server: Pick<Server, 'emit'>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  // Header values were decoded as latin1. The connection begins anew, with the same request and what came behind it.
  socket.unshift(Buffer.concat([Buffer.from(printHead(request, ofUpgrades), 'latin1'), head]))
  server.emit('connection', socket)
}

/** Whether a request asks for a WebSocket, the one protocol that is spoken beside HTTP/1.1. */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket'
}
