import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { startAdmin } from '../admin.fixture.ts'

/** Serves a Stripe responding when the test says so. */
async function serveSlowStripe() {
  const respond: (() => void)[] = []
  const server = createServer((_request, response) => {
    respond.push(() => {
      response.writeHead(404, { 'content-type': 'application/json', 'request-id': 'req_1' })
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing', message: 'x' } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respond,
    stop: () => server.close(),
  }
}

it('starts without waiting for Stripe, and logs a price that the key cannot read in one line', async () => {
  const stripe = await serveSlowStripe()
  const lines: Record<string, unknown>[] = []
  const admin = await startAdmin({
    logger: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    config: {
      stripe: {
        secretKey: 'sk_test_bridge',
        webhookSecrets: ['whsec_test'],
        priceId: 'price_missing',
        apiUrl: stripe.url,
      },
    },
  })
  const { session, orgId } = await admin.organization()
  const summary = await admin.call(`GET /orgs/${orgId}/billing`, session)
  expect(summary.body).toMatchObject({ plan: 'trial', entitled: true, billingEnabled: true })
  await vi.waitFor(() => expect(stripe.respond).toHaveLength(1))
  expect(lines).toEqual([])

  stripe.respond[0]?.()
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toMatchObject({
    msg: 'The price in STRIPE_PRICE_ID cannot be read with this key.',
    stripe: { code: 'resource_missing', statusCode: 404, requestId: 'req_1' },
  })
  await admin.stop()
  stripe.stop()
  expect(lines).toHaveLength(1)
})
