import { gzipSync } from 'node:zlib'
import { setEnterprise } from '@bridge/control-plane/billing/account.store'
import { accountsPerRun } from '@bridge/control-plane/billing/billing-job'
import { maxWaitingEvents } from '@bridge/control-plane/billing/webhook'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { findMistakes } from '@bridge/stripe-emulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayMs, nextSecret, useBilling, webhookSecret } from '../billing.fixture.ts'

const billing = await useBilling()
const { admin, stripe } = billing

afterEach(() => {
  vi.useRealTimers()
})

describe('pricing', () => {
  it('is the price at Stripe, for visitors too', async () => {
    const load = async () => (await (await admin.app.request('/trpc/pricing')).json()).result.data
    await vi.waitFor(async () => {
      expect(await load()).toEqual({
        price: { kind: 'price', unitAmount: 4_900, digits: 2, currency: 'USD', interval: 'month', intervalCount: 1 },
        trial: { days: 30, companyFiles: 1 },
      })
    }, 10_000)
  })
})

describe('invoices', () => {
  const load = async (session: Readonly<Record<string, string>>, orgId: string) => {
    const input = encodeURIComponent(JSON.stringify({ orgId }))
    const response = await admin.app.request(`/trpc/invoices?input=${input}`, { headers: session })
    return (await response.json()).result?.data
  }
  /** Loads them with a new session, because an older one expires when the clock is moved. */
  const loadAsOwner = async ({ caller, orgId }: Awaited<ReturnType<typeof billing.createOwner>>) =>
    load(await admin.createSession(caller.userId), orgId)

  it('are the next one until a payment fails, and then the one to pay, with its page at Stripe', async () => {
    const owner = await billing.createOwner()
    expect(await loadAsOwner(owner)).toBeNull()
    const { customer, subscription } = await billing.subscribe(owner)
    billing.move(1)
    const price = { kind: 'price', unitAmount: 4_900, digits: 2, currency: 'USD', interval: 'month', intervalCount: 1 }
    const at = new Date(subscription.periodEnd * 1000).toISOString()
    expect(await loadAsOwner(owner)).toEqual({ open: null, next: { at, companyFiles: 1, price } })

    customer.cardWorks = false
    billing.move(31)
    const { open, next } = await loadAsOwner(owner)
    expect([open, next]).toEqual([
      { amount: { minor: 4_900, digits: 2, currency: 'USD' }, url: expect.stringMatching(/\/invoice\/in_/) },
      null,
    ])
    const body = new URLSearchParams({ card: 'working' })
    await fetch(open.url, { method: 'POST', body, headers: { origin: stripe.url } })
    billing.move(1)
    expect(await loadAsOwner(owner)).toMatchObject({ open: null, next: { companyFiles: 1 } })
  })

  it('are shown to admins only', async () => {
    const owner = await billing.createOwner()
    await billing.subscribe(owner)
    const { session } = await admin.person('reads-invoices@example.com', owner.orgId)
    expect(await load(session, owner.orgId)).toBeUndefined()
  })
})

describe('checkout', () => {
  it('starts a subscription that the event activates [cp-4:20] [cp-6:checkout.session.completed]', async () => {
    const owner = await billing.createOwner()
    expect(await billing.getSummary(owner)).toMatchObject({ plan: 'trial', status: 'none', billingEnabled: true })
    await billing.subscribe(owner)
    expect(await billing.getSummary(owner)).toMatchObject({
      plan: 'production',
      status: 'active',
      entitled: true,
      quantity: 1,
      realmLimit: 0,
      currentPeriodEnd: expect.stringMatching(/^20/),
    })
  })

  it('gives two admins at once the same checkout, and a subscriber the billing portal', async () => {
    const owner = await billing.createOwner()
    const [one, other] = await Promise.all([billing.openCheckout(owner), billing.openCheckout(owner)])
    expect(one.url).toBe(other.url)
    stripe.cycle.completeCheckout(one.checkout)
    const { body } = await admin.call(`POST /orgs/${owner.orgId}/billing/checkout`, owner.session)
    expect(body.url).toMatch(/\/portal\/bps_/)
    const found = Object.values(stripe.state.subscriptions).filter((each) => each.customer === one.checkout.customer)
    expect(found).toHaveLength(1)
  })

  it('rejects the billing portal before a checkout, and opens it after [cp-4:21] [cp-7:no_customer] [cp-4.5]', async () => {
    const owner = await billing.createOwner()
    const open = () => admin.call(`POST /orgs/${owner.orgId}/billing/portal-session`, owner.session)
    expect(await open()).toMatchObject({ status: 409, body: { error: 'no_customer' } })
    await billing.openCheckout(owner)
    expect(await open()).toMatchObject({ status: 200, body: { url: expect.stringContaining('/portal/') } })
  })

  it('opens none for an organization that an operator has just moved to the enterprise plan [cp-7:enterprise_plan] [cp-4.5]', async () => {
    const owner = await billing.createOwner()
    await billing.openCheckout(owner)
    const count = stripe.requests.length
    const response = await billing.whileLocked(
      owner,
      () => admin.call(`POST /orgs/${owner.orgId}/billing/checkout`, owner.session),
      (transaction) => transaction.organization.update({ where: { id: owner.orgId }, data: { plan: 'enterprise' } }),
    )
    expect(response).toMatchObject({ status: 409, body: { error: 'enterprise_plan' } })
    const operations = stripe.requests.slice(count).map(({ operation }) => operation)
    expect(operations).toEqual(['customers.retrieve'])
  })

  it.each(['customer', 'checkout'])('starts after Stripe has failed to create the %s', async (what) => {
    const owner = await billing.createOwner()
    if (what === 'checkout') {
      const { checkout } = await billing.openCheckout(owner)
      checkout.status = 'expired'
    }
    stripe.faults.only = new Set(['customers.create', 'checkout.sessions.create'])
    stripe.faults.always = 500
    const failed = await admin.call(`POST /orgs/${owner.orgId}/billing/checkout`, owner.session)
    expect(failed).toMatchObject({ status: 500, body: { error: 'internal_error' } })
    stripe.faults.always = undefined
    expect((await billing.openCheckout(owner)).checkout.status).toBe('open')
  })

  it('is what an organization whose plan an operator set by hand is offered', async () => {
    const owner = await billing.createOwner()
    await admin.database.organization.update({
      where: { id: owner.orgId },
      data: { plan: 'production', trialEndsAt: null },
    })
    const state = () => billing.read(owner, `/orgs/${owner.orgId}/billing/state`)
    expect(await state()).toMatchObject({ state: 'active', action: 'checkout' })
    await billing.subscribe(owner)
    expect(await state()).toMatchObject({ state: 'active', action: 'portal' })
  })

  it('shows the state before the event has come, when the page reads it', async () => {
    const owner = await billing.createOwner()
    stripe.setMode('lost')
    await billing.subscribe(owner)
    const { body } = await admin.call(`POST /orgs/${owner.orgId}/billing/refresh`, owner.session)
    expect(body).toMatchObject({ state: 'active', action: 'portal' })
  })

  it('changes the quantity with the realms, later if Stripe is away', async () => {
    const owner = await billing.createOwner()
    const { subscription } = await billing.subscribe(owner)
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
    expect(await billing.getSummary(owner)).toMatchObject({ quantity: 1 })
  })

  it('replaces an open checkout when the number of company files has changed', async () => {
    const owner = await billing.createOwner()
    const { url, checkout } = await billing.openCheckout(owner)
    const second = { id: `4${String(Date.parse('2026-03-02')).padStart(15, '0')}`, name: 'Second' }
    await admin.database.realm.create({ data: { ...second, orgId: owner.orgId, kind: 'production' } })
    const replaced = await billing.openCheckout(owner)
    expect(replaced.url).not.toBe(url)
    expect([checkout.status, replaced.checkout.status, replaced.checkout.quantity]).toEqual(['expired', 'open', 2])
  })
})

describe('the webhook', () => {
  it('starts 7 days of grace once per series of failures, and ends it with a paid invoice [cp-6:invoice.payment_failed] [cp-6:invoice.paid] [cp-8:5]', async () => {
    const owner = await billing.createOwner()
    const { customer, subscription } = await billing.subscribe(owner)
    customer.cardWorks = false
    const failsAt = subscription.periodEnd * 1000
    billing.move(31)
    await stripe.deliveries.flush()
    const graceUntil = new Date(failsAt + 7 * dayMs)
    const { graceUntil: said, entitled } = await billing.getSummary(owner)
    expect([new Date(said), entitled]).toEqual([graceUntil, true])
    billing.move(4)
    await stripe.deliveries.flush()
    expect(new Date((await billing.getSummary(owner)).graceUntil)).toEqual(graceUntil)
    billing.move(5)
    await stripe.deliveries.flush()
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'past_due', entitled: false, graceUntil: null })
    customer.cardWorks = true
    stripe.cycle.payOpen(customer)
    await stripe.deliveries.flush()
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'active', entitled: true, graceUntil: null })
  })

  it('ends a canceled subscription with its period, without grace [cp-6:customer.subscription.updated] [cp-6:customer.subscription.deleted]', async () => {
    const owner = await billing.createOwner()
    const { subscription } = await billing.subscribe(owner)
    stripe.cycle.setCancelAtPeriodEnd(subscription, true)
    await stripe.deliveries.flush()
    const state = () => billing.read(owner, `/orgs/${owner.orgId}/billing/state`)
    expect(await state()).toMatchObject({ state: 'ends', entitled: true })
    billing.move(32)
    await stripe.deliveries.flush()
    expect(await state()).toMatchObject({ state: 'canceled', entitled: false, graceUntil: null, action: 'checkout' })
  })

  it('is the same for events that come twice, in reverse and in an old shape [cp-4:22]', async () => {
    const owner = await billing.createOwner()
    stripe.setMode('twice')
    stripe.deliveries.settings.isOldShape = true
    const { checkout } = await billing.openCheckout(owner)
    const subscription = stripe.cycle.completeCheckout(checkout)
    stripe.cycle.setCancelAtPeriodEnd(subscription, true)
    stripe.cycle.setCancelAtPeriodEnd(subscription, false)
    await stripe.deliveries.flush((all) => [...all].reverse())
    stripe.deliveries.settings.isOldShape = false
    expect(stripe.deliveries.waiting).toBe(0)
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'active', plan: 'production' })
    const ids = await admin.database.billingEvent.findMany({ where: { orgId: owner.orgId } })
    expect(ids).toHaveLength(4)
  })

  it.each([
    ['a wrong signature', (body: string) => billing.sign(body, 'whsec_wrong'), 400],
    ['a missing signature', () => undefined, 400],
    [
      'an old signature',
      (body: string) => billing.sign(body, webhookSecret, billing.clock().getTime() / 1000 - 301),
      400,
    ],
    [
      'a future signature',
      (body: string) => billing.sign(body, webhookSecret, billing.clock().getTime() / 1000 + 301),
      400,
    ],
    ['a doubled signature', (body: string) => `${billing.sign(body)},${billing.sign(body)}`, 400],
    ['a signature of a body with another byte', (body: string) => billing.sign(`${body} `), 400],
    [
      'a signature 300 s old',
      (body: string) => billing.sign(body, webhookSecret, billing.clock().getTime() / 1000 - 300),
      200,
    ],
    [
      'a signature 300 s ahead',
      (body: string) => billing.sign(body, webhookSecret, billing.clock().getTime() / 1000 + 300),
      200,
    ],
    ['the next secret during a roll', (body: string) => billing.sign(body, nextSecret), 200],
  ])('checks %s', async (_what, toSignature, status) => {
    const body = billing.toEvent('invoice.paid', { id: 'in_1', customer: 'cus_unknown', subscription: 'sub_1' })
    expect(await billing.post(body, toSignature(body))).toBe(status)
  })

  it('rejects what is not a readable event', async () => {
    const thin = JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'invoice.paid' })
    const unreadable = billing.toEvent('invoice.paid', {})
    const large = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })
    const good = billing.toEvent('invoice.paid', { id: 'in_1', customer: 'cus_unknown', subscription: 'sub_1' })
    expect([
      await billing.post('{', billing.sign('{')),
      await billing.post(thin, billing.sign(thin)),
      await billing.post(unreadable, billing.sign(unreadable)),
      await billing.post(large, billing.sign(large)),
      await billing.post(good, billing.sign(good), { 'content-encoding': 'gzip' }),
      await billing.post(new Uint8Array(gzipSync(good)), billing.sign(good), { 'content-encoding': 'gzip' }),
      await billing.post(new Uint8Array(gzipSync(good)), billing.sign(good)),
    ]).toEqual([400, 400, 400, 413, 400, 400, 400])
  })

  it('ignores other types, accounts, modes, customers and organizations, and one-off invoices [cp-4:22]', async () => {
    const owner = await billing.createOwner()
    const { customer, checkout } = await billing.subscribe(owner)
    const other = await billing.createOwner()
    const { checkout: foreign } = await billing.openCheckout(other)
    const subscription = { id: 'sub_1', customer: customer.id }
    const before = await admin.database.billingEvent.count()
    stripe.state.sessions.cs_mixed = { ...checkout, id: 'cs_mixed', client_reference_id: other.orgId }
    const logged = billing.logs.length
    for (const body of [
      billing.toEvent('customer.subscription.created', subscription),
      billing.toEvent('customer.subscription.updated', subscription, { account: 'acct_1' }),
      billing.toEvent('customer.subscription.updated', subscription, { livemode: true }),
      billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: 'cus_unknown' }),
      billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: null }),
      billing.toEvent('invoice.payment_failed', { id: 'in_1', customer: customer.id, parent: null }),
      billing.toEvent('checkout.session.completed', { id: foreign.id, customer: customer.id }),
      billing.toEvent('checkout.session.completed', { id: 'cs_unknown', customer: customer.id }),
      billing.toEvent('checkout.session.completed', { id: 'cs_mixed', customer: customer.id }),
    ]) {
      expect(await billing.post(body, billing.sign(body))).toBe(200)
    }
    expect(billing.logs.slice(logged).map(({ reason }) => reason)).toEqual([
      'another account',
      'the other mode',
      'an unknown customer',
      'no customer',
      'an invoice without a subscription',
      'a checkout of another customer',
      'an unknown checkout',
      'a checkout of another organization',
    ])
    expect(await admin.database.billingEvent.count()).toBe(before)
    expect(await billing.getSummary(other)).toMatchObject({ plan: 'trial', status: 'none' })
  })

  it('reads two organizations at a time, while others wait and the service responds', async () => {
    const owners = [await billing.createOwner(), await billing.createOwner(), await billing.createOwner()]
    const bodies: string[] = []
    for (const owner of owners) {
      const { customer } = await billing.subscribe(owner)
      bodies.push(billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id }))
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let hanging = 0
    const hang = new Promise<void>((resolve) => {
      stripe.faults.onHang = () => {
        hanging += 1
        if (hanging === 2) resolve()
      }
    })
    stripe.faults.always = 'hang'
    const posted = bodies.map((body) => billing.post(body, billing.sign(body)))
    await hang
    for (const owner of owners) expect(await billing.getSummary(owner)).toMatchObject({ status: 'active' })
    expect(hanging).toBe(2)
    stripe.faults.always = undefined
    vi.advanceTimersByTime(10_000)
    expect((await Promise.all(posted)).toSorted()).toEqual([200, 503, 503])
  })

  it('stores nothing and asks for the event again while Stripe is away', async () => {
    const owner = await billing.createOwner()
    const { customer } = await billing.subscribe(owner)
    const body = billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id })
    const before = await admin.database.billingEvent.count()
    stripe.faults.always = 500
    expect(await billing.post(body, billing.sign(body))).toBe(503)
    expect(await admin.database.billingEvent.count()).toBe(before)
    stripe.faults.always = undefined
    expect(await billing.post(body, billing.sign(body))).toBe(200)
    expect(await admin.database.billingEvent.count()).toBe(before + 1)
  })

  it('stores nothing and asks for the event again when Stripe does not respond for 10 s', async () => {
    const owner = await billing.createOwner()
    const { customer } = await billing.subscribe(owner)
    const body = billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id })
    const before = await admin.database.billingEvent.count()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hangs = new Promise<void>((resolve) => {
      stripe.faults.onHang = resolve
    })
    stripe.faults.add('hang')
    const posted = billing.post(body, billing.sign(body))
    await hangs
    vi.advanceTimersByTime(10_000)
    expect(await posted).toBe(503)
    vi.useRealTimers()
    expect(await admin.database.billingEvent.count()).toBe(before)
    expect(await billing.post(body, billing.sign(body))).toBe(200)
    expect(await admin.database.billingEvent.count()).toBe(before + 1)
  })

  it('handles 1,000 events of an organization at once, doubled and in random order, each once and with one read', async () => {
    const owner = await billing.createOwner()
    const { customer, subscription } = await billing.subscribe(owner)
    stripe.setMode('lost')
    stripe.cycle.setQuantity(subscription, 5)
    const types = ['customer.subscription.updated', 'invoice.paid', 'invoice.payment_failed']
    const bodies = Array.from({ length: maxWaitingEvents }, (_, index) =>
      billing.toEvent(types[index % 3] ?? '', { id: 'id_1', customer: customer.id, subscription: 'sub_1' }),
    )
    const random = createSeededRandom(16)
    let waiting: readonly string[] = [...bodies, ...bodies]
      .map((body) => [random.next(), body] as const)
      .sort(([one], [other]) => one - other)
      .map(([, body]) => body)
    const where = { orgId: owner.orgId }
    const before = await admin.database.billingEvent.count({ where })
    const statuses = new Map<number, number>()
    // The secret is rolled in the middle.
    const sign = (body: string, index: number) => billing.sign(body, index % 2 === 0 ? webhookSecret : nextSecret)
    const sendWaiting = () =>
      waiting.map(async (body, index) => statuses.set(index, await billing.post(body, sign(body, index))))

    // Nothing can be read until all events have come.
    const operations = await billing.recordOperations(async () => {
      const posted = await admin.database.$transaction(
        async (transaction) => {
          await transaction.$queryRaw`SELECT FROM billing_account WHERE "orgId" = ${owner.orgId} FOR UPDATE`
          const all = sendWaiting()
          await vi.waitFor(() => expect(statuses.size).toBe(maxWaitingEvents), { timeout: 20_000 })
          return all
        },
        { timeout: 30_000 },
      )
      expect(new Set(statuses.values())).toEqual(new Set([503]))
      await Promise.all(posted)
    })
    expect(operations).toEqual(['subscriptions.list'])
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'active', quantity: 5 })

    waiting = waiting.filter((_body, index) => statuses.get(index) === 503)
    expect(waiting).toHaveLength(maxWaitingEvents)
    await Promise.all(sendWaiting())
    expect(await admin.database.billingEvent.count({ where })).toBe(before + bodies.length)
  })

  it('handles a burst in whose middle the secret is rolled', async () => {
    const owner = await billing.createOwner()
    const { customer } = await billing.subscribe(owner)
    const toBoth = (body: string) => {
      const [, next] = billing.sign(body, nextSecret).split(',')
      return `${billing.sign(body)},${next}`
    }
    const signatures = [(body: string) => billing.sign(body), toBoth, (body: string) => billing.sign(body, nextSecret)]
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const body = billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id })
        return billing.post(body, signatures[Math.floor(index / 10)]?.(body))
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const where = { orgId: owner.orgId, type: 'customer.subscription.updated' }
    expect(await admin.database.billingEvent.count({ where })).toBe(30)
  })

  it('ignores the events of a deleted organization', async () => {
    const owner = await billing.createOwner()
    const { customer } = await billing.subscribe(owner)
    await admin.database.organization.delete({ where: { id: owner.orgId } })
    const body = billing.toEvent('customer.subscription.updated', { id: 'sub_1', customer: customer.id })
    const before = await admin.database.billingEvent.count()
    expect(await billing.recordOperations(() => billing.post(body, billing.sign(body)))).toEqual([])
    expect(await billing.post(body, billing.sign(body))).toBe(200)
    expect(await admin.database.billingEvent.count()).toBe(before)
  })

  it('ignores the checkout of a customer who is attached to another organization', async () => {
    const [one, other] = [await billing.createOwner(), await billing.createOwner()]
    const { checkout } = await billing.openCheckout(one)
    const { customer } = await billing.subscribe(other)
    stripe.state.sessions.cs_moved = { ...checkout, id: 'cs_moved', customer: customer.id }
    const body = billing.toEvent('checkout.session.completed', { id: 'cs_moved', customer: customer.id })
    const before = await admin.database.billingEvent.count()
    expect(await billing.post(body, billing.sign(body))).toBe(200)
    expect(await admin.database.billingEvent.count()).toBe(before)
    expect(await billing.getSummary(one)).toMatchObject({ plan: 'trial', status: 'none' })
  })
})

describe('reconciliation', () => {
  it('corrects what lost events have left, with an audit event', async () => {
    const owner = await billing.createOwner()
    const { subscription } = await billing.subscribe(owner)
    stripe.setMode('lost')
    stripe.cycle.cancelNow(subscription)
    await admin.billing.runJob()
    expect((await billing.getSummary(owner)).status).toBe('active')
    billing.move(1.01)
    await admin.billing.runJob()
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'canceled', entitled: false })
    const audit = await admin.database.auditEvent.findFirst({
      where: { orgId: owner.orgId, action: 'billing.reconcile' },
    })
    expect(audit?.details).toMatchObject({ status: { from: 'active', to: 'canceled' } })
  })

  it('leaves an enterprise organization unchanged', async () => {
    const owner = await billing.createOwner()
    const { subscription } = await billing.subscribe(owner)
    await admin.database.organization.update({ where: { id: owner.orgId }, data: { plan: 'enterprise' } })
    stripe.cycle.cancelNow(subscription)
    await stripe.deliveries.flush()
    expect(await billing.getSummary(owner)).toMatchObject({ plan: 'enterprise', entitled: true })
  })

  it('lets an operator change the plan during a read', async () => {
    const owner = await billing.createOwner()
    await billing.subscribe(owner)
    const before = await billing.whileLocked(
      owner,
      () => setEnterprise(admin.database, owner.orgId, true, billing.clock()),
      (transaction) => transaction.organization.update({ where: { id: owner.orgId }, data: { graceUntil: null } }),
    )
    expect(before).toBe('production')
    expect(await billing.getSummary(owner)).toMatchObject({ plan: 'enterprise' })
  })

  it('cancels the subscription and the open checkout of a deleted organization, and then forgets it', async () => {
    const [subscriber, visitor] = [await billing.createOwner(), await billing.createOwner()]
    const { subscription } = await billing.subscribe(subscriber)
    const { checkout } = await billing.openCheckout(visitor)
    const orgIds = [subscriber.orgId, visitor.orgId]
    await admin.database.organization.deleteMany({ where: { id: { in: orgIds } } })
    stripe.faults.always = 500
    await admin.billing.runJob()
    expect([subscription.status, checkout.status]).toEqual(['active', 'open'])
    stripe.faults.always = undefined
    await admin.billing.runJob()
    expect([subscription.status, checkout.status]).toEqual(['canceled', 'expired'])
    expect(await admin.database.billingAccount.count({ where: { orgId: { in: orgIds } } })).toBe(0)
    await stripe.deliveries.flush()
    expect(stripe.deliveries.waiting).toBe(0)
    billing.move(2)
    const customers = [subscription.customer, checkout.customer]
    const count = stripe.requests.length
    await admin.billing.runJob()
    const read = stripe.requests.slice(count).map(({ params }) => String(params.customer))
    expect(read.filter((customer) => customers.includes(customer))).toEqual([])
  })

  it('asks Stripe about a bounded number of organizations a minute, and none of them keeps others waiting', async () => {
    const accounts = Array.from({ length: accountsPerRun + 1 }, (_, index) => ({
      orgId: `org_unreadable_${index}`,
      // These do not exist at Stripe.
      customerId: `cus_unreadable_${index}`,
    }))
    await admin.database.organization.createMany({
      data: accounts.map(({ orgId }) => ({ id: orgId, name: 'Unreadable', slug: orgId })),
    })
    await admin.database.billingAccount.createMany({ data: accounts })
    const owner = await billing.createOwner()
    const { subscription } = await billing.subscribe(owner)
    stripe.setMode('lost')
    stripe.cycle.cancelNow(subscription)
    billing.move(1.01)
    const run = () => billing.recordOperations(() => Promise.all([admin.billing.runJob(), admin.billing.runJob()]))
    expect((await run()).length).toBeLessThanOrEqual(accountsPerRun)
    const attemptedAt = billing.clock()
    expect(await admin.database.billingAccount.count({ where: { attemptedAt } })).toBe(accountsPerRun)
    billing.move(1 / 1440)
    expect((await run()).length).toBeLessThanOrEqual(accountsPerRun)
    expect(await billing.getSummary(owner)).toMatchObject({ status: 'canceled' })
    await admin.database.organization.deleteMany({ where: { name: 'Unreadable' } })
    await admin.database.billingAccount.deleteMany({ where: { orgId: { startsWith: 'org_unreadable' } } })
  })
})

it('makes only requests that the API description of Stripe allows, and each change with an idempotency key', () => {
  expect(stripe.requests.length).toBeGreaterThan(100)
  expect(findMistakes(stripe.requests)).toEqual([])
})
