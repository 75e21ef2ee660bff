import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { setupGateway } from '../test/gateway-setup.ts'

const setup = setupGateway()

it.each([
  ['a header', '/connector', { 'x-large': `x${'\t'.repeat(8 * 1024)}x` }],
  ['an address', `/connector${'?L'.repeat(4 * 1024)}`, {}],
  [
    'a header of an upgrade',
    '/agent',
    { connection: 'Upgrade', upgrade: 'websocket', 'x-large': 'x'.repeat(8 * 1024) },
  ],
])('rejects %s of 8 KiB', async (_name, path, headers) => {
  const response = await request(path, headers)
  expect(response.statusCode).toBe(431)
})

it('accepts headers of 6 KiB', async () => {
  expect((await request('/healthz', { 'x-large': 'x'.repeat(6 * 1024) })).statusCode).toBe(200)
})

it.each([
  ['/connector?wsdl', 'wsdl'],
  ['/connector?a=1&WSDL=2', 'wsdl'],
  ['/connector?wsdlx', 'page'],
  [`/connector${'?L'.repeat(3 * 1024)}`, 'page'],
])('returns what %.40s asks for', async (path, expected) => {
  const { headers } = await request(path, {})
  expect(headers['content-type']).toMatch(expected === 'wsdl' ? /^text\/xml/ : /^text\/html/)
})

async function request(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${setup.gateway.url}${path}`, { headers }, resolve).on('error', reject)
  })
  return response.resume()
}
