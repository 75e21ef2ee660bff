import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { passedCallHeader } from '@bridge/agent-protocol'
import { afterEach, expect, it } from 'vitest'
import { createConnectorPassthrough } from './connector-passthrough.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
function listenFor(gatewayUrl: string): Promise<string> {
  const { pass } = createConnectorPassthrough({ gatewayUrl, baseUrl: 'https://bridge.example' })
  return listen((request, response) => {
    if (!pass(request, response)) response.writeHead(404).end('not passed')
  })
}

it('passes a Web Connector’s calls on to the gateway, without credentials', async () => {
  const gateway = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, cookie, soapaction } = request.headers
    const body = Buffer.concat(chunks).toString()
    const seen = {
      authorization,
      cookie,
      soapaction,
      body,
      url: request.url,
      proto: request.headers['x-forwarded-proto'],
      address: request.headers['x-forwarded-for'],
    }
    response.writeHead(500, { 'content-type': 'text/xml' }).end(JSON.stringify(seen))
  })
  const url = await listenFor(gateway)
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', soapaction: '"x"', 'x-forwarded-for': 'forged' }
  const response = await fetch(`${url}/connector?a=1`, { method: 'POST', headers, body: 'é'.repeat(100_000) })
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/xml'])
  expect(await response.json()).toEqual({
    soapaction: '"x"',
    body: 'é'.repeat(100_000),
    url: '/connector?a=1',
    proto: 'https',
    address: '127.0.0.1',
  })
  expect((await fetch(`${url}/connectors`)).status).toBe(404)
})

it('returns the gateway’s response headers, and closes the connection after an unread body', async () => {
  const gateway = await listen((_request, response) => {
    const headers = { 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store', 'retry-after': '7' }
    response.writeHead(429, { ...headers, connection: 'close', 'x-internal': '1' }).end('busy')
  })
  const { port } = new URL(await listenFor(gateway))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /connector HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nbeginning')
  let received = ''
  for await (const data of socket) received += String(data)
  expect(received).toMatch(/^HTTP\/1\.1 429 /)
  expect(received.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  expect(received.toLowerCase()).toContain('cache-control: no-store')
  expect(received.toLowerCase()).toContain('retry-after: 7')
  expect(received.toLowerCase()).not.toContain('x-internal')
})

it('responds with a SOAP fault where the gateway cannot be reached', async () => {
  const gateway = await listen((request) => request.socket.destroy())
  const response = await fetch(`${await listenFor(gateway)}/connector`, { method: 'POST', body: '<a/>' })
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('<faultstring>')])
})

it('lets the gateway respond to the calls it holds when released', async () => {
  const events = new EventEmitter()
  const held = once(events, 'held')
  const gateway = await listen(({ method, headers }, response) => {
    const name = String(headers[passedCallHeader])
    if (method === 'DELETE') {
      events.emit(name)
      response.writeHead(204).end()
      return
    }
    events.once(name, () => response.end('released'))
    events.emit('held')
  })
  const { pass, release } = createConnectorPassthrough({ gatewayUrl: gateway, baseUrl: 'https://bridge.example' })
  const url = await listen((request, response) => void pass(request, response))
  const response = fetch(`${url}/connector`, { method: 'POST', body: '<a/>' })
  await held
  release()
  expect(await (await response).text()).toBe('released')
})
