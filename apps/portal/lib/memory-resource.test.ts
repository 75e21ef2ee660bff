import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { compress, createEtag, sendResource } from './memory-resource.ts'

const body = Buffer.from('a page')
const etag = createEtag(body, '')
const other = '"other"'

async function request(headers: Record<string, string>): Promise<IncomingMessage> {
  const server = createServer((incoming, response) =>
    sendResource({ status: 200, headers: {}, etag, bodies: compress(body) }, incoming, response),
  )
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers }, resolve).on('error', reject)
  })
  return response.resume()
}

it.each([
  ['the tag', etag, 304],
  ['the last of several tags', `${other}, ${etag}`, 304],
  ['a tag between tabs', `${other}\t,\t${etag}\t,\t${other}`, 304],
  ['another tag', other, 200],
  ['8,000 tabs in a tag', `a${'\t'.repeat(8_000)}b`, 200],
])('compares If-None-Match: %s', async (_name, tags, status) => {
  expect((await request({ 'if-none-match': tags })).statusCode).toBe(status)
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, identity;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 , gzip;q=0.0', undefined],
  ['brotli, xgzip', undefined],
  ['', undefined],
])('chooses the encoding for “%s”', async (accepted, encoding) => {
  const { headers } = await request({ 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})
