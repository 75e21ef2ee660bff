import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { httpServerOptions } from '@bridge/platform/http-server-options'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
let server: Server
let origin: string

beforeAll(async () => {
  bridge = await startBridge({ config: { oauthRequestsPerMinute: 1 } })
  server = createHttpServer(httpServerOptions, getRequestListener(bridge.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await bridge.stop()
})

const company = `/v3/company/${sandboxRealmId}`
async function send(path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: { authorization: `Bearer ${bridge.sandboxToken}`, ...headers },
  })
  return { status: response.status, code: (await response.json())?.Fault?.Error?.[0]?.code }
}
function mebibytes(count: number) {
  return 'x'.repeat(count * 1024 * 1024)
}
const refused = { status: 400, code: 'BAD_REQUEST' }

it('rejects a body of 3 MiB, whole, chunked or as gzip [dp-7.2:BAD_REQUEST]', async () => {
  const body = JSON.stringify({ DisplayName: mebibytes(3) })
  expect(await send(`${company}/customer`, body)).toEqual(refused)
  expect(await send(`${company}/customer`, new Uint8Array(gzipSync(body)), { 'content-encoding': 'gzip' })).toEqual(
    refused,
  )
  const response = await rawPost(`${company}/customer`, 3)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('"code":"BAD_REQUEST"')
})

it('responds to a query of 100 kB with its documented fault [dp-7.3:4000]', async () => {
  const text = `select * from Customer where DisplayName = '${'x'.repeat(100_000)}`
  const refusedQuery = { status: 400, code: '4000' }
  expect(await send(`${company}/query?query=${encodeURIComponent(text)}`)).toEqual(refusedQuery)
  expect(await send(`${company}/query`, text, { 'content-type': 'application/text' })).toEqual(refusedQuery)
})

it('limits requests by the address of the socket', async () => {
  const authorize = () => fetch(`${origin}/oauth2/v1/authorize`, { headers: { 'x-forwarded-for': '10.0.0.1' } })
  expect((await authorize()).status).toBe(400)
  expect((await authorize()).status).toBe(429)
})

/** Posts a body in chunks without a Content-Length, and returns the raw response. */
function rawPost(path: string, count: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let response = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      response += text
      if (response.includes('docsUrl')) socket.destroy()
    })
    socket.on('close', () => resolve(response))
    socket.on('error', (error) => (response === '' ? reject(error) : resolve(response)))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: bridge\r\nAuthorization: Bearer ${bridge.sandboxToken}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    for (let index = 0; index < count; index += 1) socket.write(`100000\r\n${mebibytes(1)}\r\n`)
    socket.write('0\r\n\r\n')
  })
}
