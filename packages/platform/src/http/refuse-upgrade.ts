import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { listSecurityHeaders } from './security-headers.ts'

interface RefusalOptions {
  /** The public address, if it is known. */
  readonly baseUrl?: string | undefined
  /** When a client refused with 503 should connect again. */
  readonly retryAfterSeconds?: number
}

/** Refuses an upgrade request with an HTTP status and a body, and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: 400 | 401 | 404 | 503,
  message: string,
  { baseUrl, retryAfterSeconds = 1 }: RefusalOptions = {},
): void {
  const body = JSON.stringify({ ok: false, message })
  const headers = {
    ...listSecurityHeaders(true, baseUrl),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 503 && { 'Retry-After': String(retryAfterSeconds) }),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // A client may disconnect before it reads this.
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
