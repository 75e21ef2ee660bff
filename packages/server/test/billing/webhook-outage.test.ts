import { afterAll, expect, it } from 'vitest'
import { useBilling } from '../billing.fixture.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.fixture.ts'

let proxy: DatabaseProxy | undefined
const { stripe, admin, createOwner, openCheckout, getSummary, sign, toEvent } = await useBilling({}, async (url) => {
  proxy = await startDatabaseProxy(url)
  return proxy.url
})
afterAll(() => proxy?.close())

it('lets Stripe send events again that arrive while the database is away', async () => {
  const owner = await createOwner()
  const { checkout } = await openCheckout(owner)
  const before = await getSummary(owner)
  const subscription = stripe.cycle.completeCheckout(checkout)
  await proxy?.takeAway()

  await stripe.deliveries.flush()
  expect(stripe.deliveries.waiting).toBeGreaterThan(0)
  const body = toEvent('customer.subscription.updated', subscription)
  const response = await admin.app.request('/billing/v1/webhook', {
    method: 'POST',
    headers: { 'stripe-signature': sign(body) },
    body,
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])

  await proxy?.bringBack()
  await expect
    .poll(async () => {
      await stripe.deliveries.flush()
      return stripe.deliveries.waiting
    })
    .toBe(0)
  const after = await getSummary(owner)
  expect([before.status, after.status]).toEqual(['none', 'active'])
})
