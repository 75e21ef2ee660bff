import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { listSecurityHeaders } from './security-headers.ts'

it.each([
  [404, 'Not Found', ''],
  [401, 'Unauthorized', 'WWW-Authenticate: Bearer\r\n'],
  [503, 'Service Unavailable', 'Retry-After: 1\r\n'],
] as const)('ends the connection after status %i, a reason and a body', async (status, reason, header) => {
  const server = createServer().on('upgrade', (_request, socket) => refuseUpgrade(socket, status, 'Not here.'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /agents HTTP/1.1\r\nHost: bridge.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  let received = ''
  for await (const chunk of socket) received += String(chunk)

  const security = Object.entries(listSecurityHeaders(true)).map(([name, value]) => `${name}: ${value}\r\n`)
  expect(received).toBe(
    `HTTP/1.1 ${status} ${reason}\r\n${security.join('')}Content-Type: application/json\r\nContent-Length: 34\r\n${header}` +
      'Connection: close\r\n\r\n{"ok":false,"message":"Not here."}',
  )
  server.close()
})
