import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Refuses an upgrade request with an HTTP status and closes the connection.
 *
 * @param retryAfterSeconds when a client that got 503 should connect again
 */
export function refuseUpgrade(socket: Duplex, status: 401 | 404 | 503, message: string, retryAfterSeconds = 1): void {
  const body = JSON.stringify({ ok: false, message })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(status === 503 ? [`Retry-After: ${retryAfterSeconds}`] : []),
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
