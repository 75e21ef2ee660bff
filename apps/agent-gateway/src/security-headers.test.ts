import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { setupGateway } from '../test/gateway-setup.ts'

const setup = setupGateway()
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}
const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }

it.each([
  ['/healthz', 200, {}],
  ['/nothing', 404, {}],
  ['/connector', 200, {}],
  ['/connector?wsdl', 200, {}],
  ['/agent', 401, upgrade],
  ['/exchange', 401, upgrade],
  ['/nothing', 404, upgrade],
])('sets the headers of every response on %s with status %i: %j', async (path, status, headers) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${setup.gateway.url}${path}`, { headers }, resolve).on('error', reject)
  })
  response.resume()

  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject(securityHeaders)
})
