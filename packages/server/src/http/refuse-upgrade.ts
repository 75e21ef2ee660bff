import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Refuses an upgrade request with an HTTP status and a body like that of the agent gateway, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: 404 | 503, message: string): void {
  const body = JSON.stringify({ ok: false, message })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(status === 503 && { 'Retry-After': '1' }),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // A client may disconnect before it reads this.
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
