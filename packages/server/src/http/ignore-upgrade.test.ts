import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ignoreUpgrade, isWebSocketUpgrade } from './ignore-upgrade.ts'

let server: Server
let port: number

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { authorization, upgrade, 'http2-settings': settings } = request.headers
    response.end(JSON.stringify({ method: request.method, url: request.url, authorization, upgrade, settings, body }))
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocketUpgrade(request)) ignoreUpgrade(server, request, socket, head)
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
