import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handleUpgrades } from './handle-upgrades.ts'

const baseUrl = 'https://bridge.test'
let server: ReturnType<typeof createServer>
beforeEach(() => {
  server = createServer((_request, response) => response.end('a page'))
})
afterEach(() => {
  server.close()
})

/** Requests an upgrade and returns the response. */
async function upgrade(path: string, protocol = 'websocket') {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const headers = { connection: 'Upgrade', upgrade: protocol }
  const { port } = server.address() as AddressInfo
  const [response] = await once(get({ host: '127.0.0.1', port, path, headers }), 'response')
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, body, headers: response.headers }
}

it.each(['/agents', '/agent/', '/v3/agent', '/'])('refuses a WebSocket at %s with 404', async (path) => {
  handleUpgrades(server, { baseUrl, gatewayUrl: 'http://127.0.0.1:9', pages: {} })
  const body = '{"ok":false,"message":"Agents connect at /agent."}'
  expect(await upgrade(path)).toMatchObject({ status: 404, body })
})

it('refuses an agent with 404 if the portal has no gateway', async () => {
  handleUpgrades(server, { baseUrl, gatewayUrl: undefined, pages: {} })
  expect(await upgrade('/agent')).toMatchObject({ status: 404 })
})

it('passes an agent to the gateway', async () => {
  handleUpgrades(server, { baseUrl, gatewayUrl: 'http://127.0.0.1:9', pages: {} })
  expect(await upgrade('/agent?x=1')).toMatchObject({ status: 503 })
})

it.each(['/agent', '/_next/hmr'])('refuses a WebSocket at %s with several Host headers', async (path) => {
  handleUpgrades(server, { baseUrl, gatewayUrl: 'http://127.0.0.1:9', pages: {} })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const hosts = 'Host: bridge.test\r\nHost: evil.example\r\n'
  socket.write(`GET ${path} HTTP/1.1\r\n${hosts}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

it('leaves WebSockets to the pages in development', async () => {
  const pages = {
    upgrade: (_request: unknown, socket: import('node:stream').Duplex) => socket.end('HTTP/1.1 426 \r\n\r\n'),
  }
  handleUpgrades(server, { baseUrl, gatewayUrl: undefined, pages })
  expect(await upgrade('/_next/hmr')).toMatchObject({ status: 426 })
})

it('responds to a request that asks for another protocol as if it did not', async () => {
  handleUpgrades(server, { baseUrl, gatewayUrl: undefined, pages: {} })
  expect(await upgrade('/', 'h2c')).toMatchObject({ status: 200, body: 'a page' })
})

it.each(['/agents', '/agent'])('refuses a WebSocket at %s with the headers of every response', async (path) => {
  handleUpgrades(server, { baseUrl, gatewayUrl: 'http://127.0.0.1:9', pages: {} })
  const { headers } = await upgrade(path)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  })
})
