import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createStripeClient, onlyOnce } from './stripe-client.ts'

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['does not respond', []],
  ['sends its response in small parts', ['{"id":', '"price_bridge"']],
] as const)('gives up after 10 s on a Stripe that %s', async (_what, parts) => {
  const server = createServer((_request, response) => {
    if (parts.length > 0) response.writeHead(200, { 'content-type': 'application/json' })
    server.on('part', (part: string) => response.write(part))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stripe = createStripeClient({
    secretKey: 'sk_test_bridge',
    webhookSecrets: [],
    priceId: 'price_bridge',
    apiUrl: `http://127.0.0.1:${port}`,
  })

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const arrived = once(server, 'request')
  const ended = stripe.prices.retrieve('price_bridge', {}, onlyOnce).then(
    () => 'a price',
    (error: { type: string }) => error.type,
  )
  await arrived
  for (const part of parts) {
    vi.advanceTimersByTime(4_000)
    server.emit('part', part)
  }
  vi.advanceTimersByTime(9_999 - parts.length * 4_000)
  const next = new Promise((resolve) => setImmediate(() => resolve('waiting')))
  expect(await Promise.race([ended, next])).toBe('waiting')
  vi.advanceTimersByTime(1)
  expect(await ended).toBe('StripeConnectionError')
  server.closeAllConnections()
  server.close()
})
