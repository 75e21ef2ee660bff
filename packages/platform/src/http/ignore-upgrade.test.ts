import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createUpgradeIgnorer, isWebSocketUpgrade } from './ignore-upgrade.ts'

let server: Server
let port: number

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  server = createServer(async (request, response) => {
    let body = ''
    if (request.url === '/slow') await new Promise((resolve) => setImmediate(resolve))
    for await (const part of request.setEncoding('utf8')) body += part
    const { authorization, upgrade, 'http2-settings': settings } = request.headers
    response.end(JSON.stringify({ method: request.method, url: request.url, authorization, upgrade, settings, body }))
  })
  const ignoreUpgrade = createUpgradeIgnorer(server)
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocketUpgrade(request)) ignoreUpgrade(request, socket, head)
    else sockets.handleUpgrade(request, socket, head, (webSocket) => webSocket.close(4999))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.closeAllConnections())

const asksForHttp2 = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\n'
function head(line: string, headers = '') {
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}`
}

/** Reads from the socket until the server has sent `count` bodies. */
async function readBodies(socket: Socket, count: number): Promise<unknown[]> {
  let text = ''
  for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part
    const bodies = [...text.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/gs)].map(([, body = '']) => JSON.parse(body))
    if (bodies.length === count) return bodies
  }
  throw new Error(`The connection ended with ${JSON.stringify(text)}`)
}

it('handles a request that upgrades to HTTP/2 like any other, and the next one', async () => {
  const socket = connect(port, '127.0.0.1')
  const first = head('POST /v3/a?b=%C3%A9', `Authorization: Bearer x\r\n${asksForHttp2}Content-Length: 11\r\n\r\n`)
  socket.write(`${first}{"a":`)
  socket.write(` "ü"}${head('GET /second')}\r\n`)
  expect(await readBodies(socket, 2)).toEqual([
    { method: 'POST', url: '/v3/a?b=%C3%A9', authorization: 'Bearer x', body: '{"a": "ü"}' },
    { method: 'GET', url: '/second', body: '' },
  ])
  socket.write(head('GET /third', `${asksForHttp2}\r\n`))
  expect(await readBodies(socket, 1)).toEqual([{ method: 'GET', url: '/third', body: '' }])
  socket.destroy()
})

it('reads a chunked body and a delayed one', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(head('POST /chunks', `${asksForHttp2}Transfer-Encoding: chunked\r\n\r\n`))
  socket.write('5\r\nfirst\r\n')
  setImmediate(() => socket.write('6\r\nsecond\r\n0\r\n\r\n'))
  expect(await readBodies(socket, 1)).toEqual([{ method: 'POST', url: '/chunks', body: 'firstsecond' }])
  socket.destroy()
})

it('recognizes the upgrade to a WebSocket', async () => {
  const [code] = await once(new WebSocket(`ws://127.0.0.1:${port}/agent`), 'close')
  expect(code).toBe(4999)
})

it('responds in order to requests that are sent without waiting, with and without an upgrade', async () => {
  const socket = connect(port, '127.0.0.1')
  const paths = Array.from({ length: 200 }, (_, index) => (index % 7 === 0 ? '/slow' : `/${index}`))
  const requests = paths.map((path, index) => {
    const body = index % 3 === 0 ? 'GET /no HTTP/1.1\r\n\r\n' : ''
    return `${head(`POST ${path}`, `${index % 5 === 0 ? '' : asksForHttp2}Content-Length: ${body.length}\r\n\r\n`)}${body}`
  })
  socket.write(requests.join(''))
  const bodies = (await readBodies(socket, paths.length)) as { readonly url: string }[]
  expect(bodies.map(({ url }) => url)).toEqual(paths)
  socket.destroy()
})

it('closes the connection after a request that upgrades and closes', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(head('GET /last', 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n\r\n'))
  let text = ''
  for await (const part of socket.setEncoding('utf8')) text += part
  expect(text).toContain('Connection: close')
  expect(text).toContain('"url":"/last"')
})

it('survives a client that leaves while its request waits', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head('GET /slow', '\r\n')}${head('GET /next', `${asksForHttp2}\r\n`)}`)
  socket.resetAndDestroy()
  await once(socket, 'close')
  const next = connect(port, '127.0.0.1')
  next.write(head('GET /alive', '\r\n'))
  expect(await readBodies(next, 1)).toEqual([{ method: 'GET', url: '/alive', body: '' }])
  next.destroy()
})
