import { readdirSync, readFileSync } from 'node:fs'
import { emulatorClockId, findMistakes } from '@bridge/stripe-emulator'
import { expect, it } from 'vitest'
import { useBilling } from '../billing.fixture.ts'

const billing = await useBilling({ testClock: emulatorClockId })
const { admin, stripe } = billing

/** Returns the Stripe operations called in the billing sources. */
function readCalledOperations(): readonly string[] {
  const folder = new URL('../../../control-plane/src/billing/', import.meta.url)
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const calls = sources.flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bstripe((?:\.\w+){2,})\(/g),
  ])
  return [...new Set(calls.map(([, operation = '']) => operation.slice(1)))].sort()
}

it('makes each request as the API description of Stripe says, and each change with an idempotency key [cp-4:20] [cp-4:21]', async () => {
  const owner = await billing.createOwner()
  await billing.openCheckout(owner)
  await admin.database.realm.create({
    data: { id: '4000000000000001', name: 'Second', orgId: owner.orgId, kind: 'production' },
  })
  // Replaces the checkout.
  const { customer } = await billing.subscribe(owner)
  await admin.call(`POST /orgs/${owner.orgId}/billing/portal-session`, owner.session)
  await admin.call('POST /realms', owner.session, { orgId: owner.orgId, name: 'Third' })
  await admin.billing.runJob()
  customer.cardWorks = false
  for (let month = 0; month < 2; month += 1) {
    billing.move(31)
    await stripe.deliveries.flush()
  }
  await admin.database.organization.delete({ where: { id: owner.orgId } })
  await admin.billing.runJob()

  const made = [...new Set(stripe.requests.map(({ operation }) => operation))].sort()
  expect(made).toEqual([
    'billingPortal.sessions.create',
    'checkout.sessions.create',
    'checkout.sessions.expire',
    'checkout.sessions.retrieve',
    'customers.create',
    'customers.retrieve',
    'invoices.retrieve',
    'prices.retrieve',
    'subscriptionItems.update',
    'subscriptions.cancel',
    'subscriptions.list',
    'testHelpers.testClocks.retrieve',
  ])
  expect(readCalledOperations()).toEqual(made)
  expect(findMistakes(stripe.requests)).toEqual([])
})
