import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { passAgentUpgrades } from './agent-passthrough.ts'

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let gateway: Server
let front: Server
let gatewayUrl: string
let frontUrl: string
beforeEach(async () => {
  gateway = createServer()
  front = createServer()
  gatewayUrl = await listen(gateway)
  frontUrl = await listen(front)
})
afterEach(() => {
  gateway.close()
  front.close()
})

/** Sends bytes and returns everything received until the other side ends. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return received
}
function upgrade(path: string, headers = '') {
  return (
    `GET ${path} HTTP/1.1\r\nHost: bridge.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Authorization: Bearer svca_abc\r\n${headers}X-Twice: 1\r\nX-Twice: 2\r\n\r\n`
  )
}

it('forwards the request with its client’s address, and bytes in both directions', async () => {
  gateway.on('upgrade', ({ rawHeaders }, socket, head) => {
    socket.unshift(head)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${rawHeaders.join('|')}\n`)
    socket.on('data', (data: Buffer) => socket.end(`received ${data}`))
  })
  passAgentUpgrades(front, gatewayUrl)

  expect(await exchange(frontUrl, `${upgrade('/agent?x=1', 'X-Forwarded-For: forged\r\n')}early bytes`)).toBe(
    'HTTP/1.1 101 Switching Protocols\r\n\r\n' +
      'Host|bridge.example|Connection|Upgrade|Upgrade|websocket|Authorization|Bearer svca_abc|X-Twice|1|X-Twice|2|X-Forwarded-For|127.0.0.1\n' +
      'received early bytes',
  )
})

it('refuses a request with several Host headers', async () => {
  passAgentUpgrades(front, gatewayUrl)
  expect(await exchange(frontUrl, upgrade('/agent', 'Host: evil.example\r\n'))).toMatch(/^HTTP\/1\.1 400 /)
})

it('returns the gateway’s status when it refuses the upgrade', async () => {
  gateway.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n'))
  passAgentUpgrades(front, gatewayUrl)

  expect(await exchange(frontUrl, upgrade('/agent'))).toMatch(/^HTTP\/1.1 401 /)
})

it('responds with 503 if the gateway cannot be reached', async () => {
  passAgentUpgrades(front, 'http://127.0.0.1:9')

  expect(await exchange(frontUrl, upgrade('/agent'))).toMatch(/^HTTP\/1.1 503 .*Retry-After: 1.*connect again/s)
})

it('ignores other upgrades, and every upgrade after its removal', async () => {
  const stop = passAgentUpgrades(front, gatewayUrl)
  front.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nnot an agent'))
  expect(await exchange(frontUrl, upgrade('/_next/hmr'))).toMatch(/not an agent/)
  stop()
  expect(await exchange(frontUrl, upgrade('/agent'))).toMatch(/not an agent/)
})
