import { createHmac } from 'node:crypto'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { emulatorPriceId, type ServedStripeEmulator, serveStripeEmulator } from '@bridge/stripe-emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../../test/admin.fixture.ts'

const webhookSecret = 'whsec_test'
const nextSecret = 'whsec_next'
const dayMs = 86_400_000

let admin: TestAdmin
let stripe: ServedStripeEmulator
let now = new Date('2026-03-02T09:00:00Z')
let emails = 0

beforeAll(async () => {
  stripe = await serveStripeEmulator({
    port: 0,
    secretKey: 'sk_test_bridge',
    webhookUrl: 'https://bridge.test/billing/v1/webhook',
    webhookSecret,
    clock: () => now,
    sendsEvents: false,
    post: async (url, init) => (await admin.app.request(url, init)).status,
  })
  admin = await startAdmin({
    clock: () => now,
    config: {
      billingEnforced: true,
      stripe: {
        secretKey: 'sk_test_bridge',
        webhookSecrets: [webhookSecret, nextSecret],
        priceId: emulatorPriceId,
        apiUrl: stripe.url,
      },
    },
  })
})
afterAll(async () => {
  await admin.stop()
  await stripe.stop()
})
beforeEach(() => {
  stripe.faults.always = undefined
  stripe.setMode('normal')
})

async function createOwner() {
  emails += 1
  return admin.organization(`owner${emails}@example.com`)
}
type Owner = Awaited<ReturnType<typeof createOwner>>

/** Opens a checkout; returns the session at Stripe. */
async function openCheckout({ session, orgId }: Owner) {
  const { status, body } = await admin.call(`POST /orgs/${orgId}/billing/checkout`, session)
  expect(status).toBe(200)
  const id = String(body.url).split('/').at(-1) ?? ''
  return { url: String(body.url), checkout: stripe.state.sessions[id] }
}
async function subscribe(owner: Owner) {
  const { checkout } = await openCheckout(owner)
  if (!checkout) return expect.fail('no checkout')
  const subscription = stripe.cycle.completeCheckout(checkout)
  await stripe.deliveries.flush()
  const customer = stripe.state.customers[checkout.customer]
  return customer ? { subscription, customer, checkout } : expect.fail('no customer')
}
/** Reads with a new session, because the old one has expired when the clock was moved. */
async function read({ caller }: Owner, path: string) {
  return (await admin.call(`GET ${path}`, await admin.createSession(caller.userId))).body
}
function getSummary(owner: Owner) {
  return read(owner, `/orgs/${owner.orgId}/billing`)
}
function move(days: number) {
  now = new Date(now.getTime() + days * dayMs)
  stripe.cycle.runDue()
}

function sign(body: string, secret = webhookSecret, seconds = Math.floor(now.getTime() / 1000)) {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
async function post(body: string | Uint8Array<ArrayBuffer>, signature: string | undefined, headers = {}) {
  const response = await admin.app.request('/billing/v1/webhook', {
    method: 'POST',
    headers: { ...(signature !== undefined && { 'stripe-signature': signature }), ...headers },
    body,
  })
  return response.status
}
function toEvent(type: string, object: object, others: object = {}) {
  emails += 1
  return JSON.stringify({ id: `evt_${emails}x`, object: 'event', type, livemode: false, data: { object }, ...others })
}

describe('checkout', () => {
  it('starts a subscription that the event activates [cp-4:20] [cp-6:checkout.session.completed]', async () => {
    const owner = await createOwner()
    expect(await getSummary(owner)).toMatchObject({ plan: 'trial', status: 'none', billingEnabled: true })
    await subscribe(owner)
    expect(await getSummary(owner)).toMatchObject({
      plan: 'production',
      status: 'active',
      entitled: true,
      quantity: 1,
      realmLimit: 0,
      currentPeriodEnd: expect.stringMatching(/^20/),
    })
  })

  it('gives two admins at once the same checkout, and a subscriber the billing portal', async () => {
    const owner = await createOwner()
    const [one, other] = await Promise.all([openCheckout(owner), openCheckout(owner)])
    expect(one.url).toBe(other.url)
    if (!one.checkout) return expect.fail('no checkout')
    stripe.cycle.completeCheckout(one.checkout)
    const { body } = await admin.call(`POST /orgs/${owner.orgId}/billing/checkout`, owner.session)
    expect(body.url).toMatch(/\/portal\/bps_/)
    const found = Object.values(stripe.state.subscriptions).filter((each) => each.customer === one.checkout?.customer)
    expect(found).toHaveLength(1)
  })

  it('rejects the billing portal before a checkout, and opens it after [cp-4:21] [cp-7:no_customer] [cp-4.5]', async () => {
    const owner = await createOwner()
    const open = () => admin.call(`POST /orgs/${owner.orgId}/billing/portal-session`, owner.session)
    expect(await open()).toMatchObject({ status: 409, body: { error: 'no_customer' } })
    await openCheckout(owner)
    expect(await open()).toMatchObject({ status: 200, body: { url: expect.stringContaining('/portal/') } })
  })

  it('shows the state before the event has come, when the page reads it', async () => {
    const owner = await createOwner()
    stripe.setMode('lost')
    await subscribe(owner)
    const { body } = await admin.call(`POST /orgs/${owner.orgId}/billing/refresh`, owner.session)
    expect(body).toMatchObject({ state: 'active', action: 'portal' })
  })

  it('changes the quantity with the realms, later if Stripe is away', async () => {
    const owner = await createOwner()
    const { subscription } = await subscribe(owner)
    stripe.faults.always = 500
    const created = await admin.call('POST /realms', owner.session, { orgId: owner.orgId, name: 'Second' })
    expect(created.status).toBe(200)
    await admin.billing.runJob()
    expect(subscription.quantity).toBe(1)
    stripe.faults.always = undefined
    await admin.billing.runJob()
    expect(subscription.quantity).toBe(2)
    await admin.call(`DELETE /realms/${created.body.realm.id}`, owner.session)
    await admin.billing.runJob()
    expect(subscription.quantity).toBe(1)
    expect(await getSummary(owner)).toMatchObject({ quantity: 1 })
  })

  it('sends an idempotency key with every change', () => {
    const changes = stripe.requests.filter(({ operation }) => /create|update|cancel|expire/.test(operation))
    expect(changes.length).toBeGreaterThan(5)
    expect(changes.filter(({ idempotencyKey }) => !idempotencyKey || idempotencyKey.startsWith('stripe-node'))).toEqual(
      [],
    )
  })
})

describe('the webhook', () => {
  it('starts 7 days of grace once per series of failures, and ends it with a paid invoice [cp-6:invoice.payment_failed] [cp-6:invoice.paid] [cp-8:5]', async () => {
    const owner = await createOwner()
    const { customer, subscription } = await subscribe(owner)
    customer.cardWorks = false
    const failsAt = subscription.periodEnd * 1000
    move(31)
    await stripe.deliveries.flush()
    const graceUntil = new Date(failsAt + 7 * dayMs)
    const { graceUntil: said, entitled } = await getSummary(owner)
    expect([new Date(said), entitled]).toEqual([graceUntil, true])
    move(4)
    await stripe.deliveries.flush()
    expect(new Date((await getSummary(owner)).graceUntil)).toEqual(graceUntil)
    move(5)
    await stripe.deliveries.flush()
    expect(await getSummary(owner)).toMatchObject({ status: 'past_due', entitled: false, graceUntil: null })
    customer.cardWorks = true
    stripe.cycle.payOpen(customer)
    await stripe.deliveries.flush()
    expect(await getSummary(owner)).toMatchObject({ status: 'active', entitled: true, graceUntil: null })
  })

  it('ends a canceled subscription with its period, without grace [cp-6:customer.subscription.updated] [cp-6:customer.subscription.deleted]', async () => {
    const owner = await createOwner()
    const { subscription } = await subscribe(owner)
    stripe.cycle.setCancelAtPeriodEnd(subscription, true)
    await stripe.deliveries.flush()
    const state = () => read(owner, `/orgs/${owner.orgId}/billing/state`)
    expect(await state()).toMatchObject({ state: 'ends', entitled: true })
    move(32)
    await stripe.deliveries.flush()
    expect(await state()).toMatchObject({ state: 'canceled', entitled: false, graceUntil: null, action: 'checkout' })
  })

  it('is the same for events that come twice, in reverse and in an old shape [cp-4:22]', async () => {
    const owner = await createOwner()
    stripe.setMode('twice')
    stripe.deliveries.settings.isOldShape = true
    const { checkout } = await openCheckout(owner)
    if (!checkout) return expect.fail('no checkout')
    const subscription = stripe.cycle.completeCheckout(checkout)
    stripe.cycle.setCancelAtPeriodEnd(subscription, true)
    stripe.cycle.setCancelAtPeriodEnd(subscription, false)
    await stripe.deliveries.flush((all) => [...all].reverse())
    stripe.deliveries.settings.isOldShape = false
    expect(stripe.deliveries.waiting).toBe(0)
    expect(await getSummary(owner)).toMatchObject({ status: 'active', plan: 'production' })
    const ids = await admin.database.billingEvent.findMany({ where: { orgId: owner.orgId } })
    expect(ids).toHaveLength(4)
  })

  it.each([
    ['a wrong signature', (body: string) => sign(body, 'whsec_wrong'), 400],
    ['a missing signature', () => undefined, 400],
    ['an old signature', (body: string) => sign(body, webhookSecret, now.getTime() / 1000 - 301), 400],
    ['a future signature', (body: string) => sign(body, webhookSecret, now.getTime() / 1000 + 301), 400],
    ['a doubled signature', (body: string) => `${sign(body)},${sign(body)}`, 400],
    ['a signature of a body with another byte', (body: string) => sign(`${body} `), 400],
    ['a signature 300 s old', (body: string) => sign(body, webhookSecret, now.getTime() / 1000 - 300), 200],
    ['a signature 300 s ahead', (body: string) => sign(body, webhookSecret, now.getTime() / 1000 + 300), 200],
    ['the next secret during a roll', (body: string) => sign(body, nextSecret), 200],
  ])('checks %s', async (_what, toSignature, status) => {
    const body = toEvent('invoice.paid', { id: 'in_1', customer: 'cus_unknown', subscription: 'sub_1' })
    expect(await post(body, toSignature(body))).toBe(status)
  })

  it('rejects what is not a readable event', async () => {
    const thin = JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'invoice.paid' })
    const unreadable = toEvent('invoice.paid', {})
    const large = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })
    const good = toEvent('invoice.paid', { id: 'in_1', customer: 'cus_unknown', subscription: 'sub_1' })
    expect([
      await post('{', sign('{')),
      await post(thin, sign(thin)),
      await post(unreadable, sign(unreadable)),
      await post(large, sign(large)),
      await post(good, sign(good), { 'content-encoding': 'gzip' }),
    ]).toEqual([400, 400, 400, 413, 400])
  })

  it('ignores other types, accounts, modes, customers and organizations, and one-off invoices [cp-4:22]', async () => {
    const owner = await createOwner()
    const { customer, checkout } = await subscribe(owner)
    const other = await createOwner()
    const { checkout: foreign } = await openCheckout(other)
    const subscription = { id: 'sub_1', customer: customer.id }
    const before = await admin.database.billingEvent.count()
    stripe.state.sessions.cs_mixed = { ...checkout, id: 'cs_mixed', client_reference_id: other.orgId }
    for (const body of [
      toEvent('customer.subscription.created', subscription),
      toEvent('customer.subscription.updated', subscription, { account: 'acct_1' }),
      toEvent('customer.subscription.updated', subscription, { livemode: true }),
      toEvent('customer.subscription.updated', { id: 'sub_1', customer: 'cus_unknown' }),
      toEvent('customer.subscription.updated', { id: 'sub_1', customer: null }),
      toEvent('invoice.payment_failed', { id: 'in_1', customer: customer.id, parent: null }),
      toEvent('checkout.session.completed', { id: foreign?.id, customer: customer.id }),
      toEvent('checkout.session.completed', { id: 'cs_unknown', customer: customer.id }),
      toEvent('checkout.session.completed', { id: 'cs_mixed', customer: customer.id }),
    ]) {
      expect(await post(body, sign(body))).toBe(200)
    }
    expect(await admin.database.billingEvent.count()).toBe(before)
    expect(await getSummary(other)).toMatchObject({ plan: 'trial', status: 'none' })
  })

  it('stores nothing and asks for the event again while Stripe is away', async () => {
    const owner = await createOwner()
    const { customer } = await subscribe(owner)
    const body = toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id })
    const before = await admin.database.billingEvent.count()
    stripe.faults.always = 500
    expect(await post(body, sign(body))).toBe(503)
    expect(await admin.database.billingEvent.count()).toBe(before)
    stripe.faults.always = undefined
    expect(await post(body, sign(body))).toBe(200)
    expect(await admin.database.billingEvent.count()).toBe(before + 1)
  })

  it('handles 200 events of an organization at once, doubled and in random order, each once', async () => {
    const owner = await createOwner()
    const { customer } = await subscribe(owner)
    const bodies = Array.from({ length: 100 }, () =>
      toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id }),
    )
    const random = createSeededRandom(16)
    let waiting = [...bodies, ...bodies]
      .map((body) => [random.next(), body] as const)
      .sort(([one], [other]) => one - other)
    for (let rounds = 0; waiting.length > 0 && rounds < 20; rounds++) {
      const statuses = await Promise.all(waiting.map(([, body]) => post(body, sign(body))))
      waiting = waiting.filter((_each, index) => statuses[index] !== 200)
    }
    expect(waiting).toEqual([])
    const where = { orgId: owner.orgId, type: 'customer.subscription.updated' }
    expect(await admin.database.billingEvent.count({ where })).toBe(100)
  })
})

describe('reconciliation', () => {
  it('corrects what lost events have left, with an audit event', async () => {
    const owner = await createOwner()
    const { subscription } = await subscribe(owner)
    stripe.setMode('lost')
    stripe.cycle.cancelNow(subscription)
    await admin.billing.runJob()
    expect((await getSummary(owner)).status).toBe('active')
    move(1.01)
    await admin.billing.runJob()
    expect(await getSummary(owner)).toMatchObject({ status: 'canceled', entitled: false })
    const audit = await admin.database.auditEvent.findFirst({
      where: { orgId: owner.orgId, action: 'billing.reconcile' },
    })
    expect(audit?.details).toMatchObject({ status: { from: 'active', to: 'canceled' } })
  })

  it('leaves an enterprise organization unchanged', async () => {
    const owner = await createOwner()
    const { subscription } = await subscribe(owner)
    await admin.database.organization.update({ where: { id: owner.orgId }, data: { plan: 'enterprise' } })
    stripe.cycle.cancelNow(subscription)
    await stripe.deliveries.flush()
    expect(await getSummary(owner)).toMatchObject({ plan: 'enterprise', entitled: true })
  })

  it('cancels the subscription of a deleted organization', async () => {
    const owner = await createOwner()
    const { subscription } = await subscribe(owner)
    await admin.database.organization.delete({ where: { id: owner.orgId } })
    await admin.billing.runJob()
    expect(subscription.status).toBe('canceled')
    await stripe.deliveries.flush()
    expect(stripe.deliveries.waiting).toBe(0)
  })
})
