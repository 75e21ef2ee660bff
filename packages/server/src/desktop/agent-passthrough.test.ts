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

/** Sends bytes and gives back everything until the other side ends. */
async function talk(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  let heard = ''
  for await (const chunk of socket) heard += String(chunk)
  return heard
}
function upgrade(path: string) {
  return (
    `GET ${path} HTTP/1.1\r\nHost: bridge.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Authorization: Bearer svca_abc\r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\n'
  )
}

it('passes the request on as it came, and bytes both ways', async () => {
  gateway.on('upgrade', ({ rawHeaders }, socket, head) => {
    socket.unshift(head)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${rawHeaders.join('|')}\n`)
    socket.on('data', (data: Buffer) => socket.end(`heard ${data}`))
  })
  passAgentUpgrades(front, gatewayUrl)

  expect(await talk(frontUrl, `${upgrade('/agent?x=1')}early bytes`)).toBe(
    'HTTP/1.1 101 Switching Protocols\r\n\r\n' +
      'Host|bridge.example|Connection|Upgrade|Upgrade|websocket|Authorization|Bearer svca_abc|X-Twice|1|X-Twice|2\n' +
      'heard early bytes',
  )
})

it('hands back a refusal of the gateway', async () => {
  gateway.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n'))
  passAgentUpgrades(front, gatewayUrl)

  expect(await talk(frontUrl, upgrade('/agent'))).toMatch(/^HTTP\/1.1 401 /)
})

it('answers 503 when no gateway can be reached', async () => {
  passAgentUpgrades(front, 'http://127.0.0.1:9')

  expect(await talk(frontUrl, upgrade('/agent'))).toMatch(/^HTTP\/1.1 503 .*Retry-After: 1.*dial again/s)
})

it('leaves other upgrades to other listeners, and everything once it is taken off', async () => {
  const stop = passAgentUpgrades(front, gatewayUrl)
  front.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nnot an agent'))
  expect(await talk(frontUrl, upgrade('/_next/hmr'))).toMatch(/not an agent/)
  stop()
  expect(await talk(frontUrl, upgrade('/agent'))).toMatch(/not an agent/)
})
