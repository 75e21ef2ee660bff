import { createHmac } from 'node:crypto'
import { withLockedAccount } from '@bridge/control-plane/billing/account.store'
import type { Prisma } from '@bridge/database'
import type { StripeConfig } from '@bridge/platform/stripe-config'
import { emulatorPriceId, serveStripeEmulator } from '@bridge/stripe-emulator'
import { pino } from 'pino'
import { afterAll, beforeEach, expect } from 'vitest'
import { startAdmin } from './admin.fixture.ts'

/** Returns another database address for the server. */
type FindServerUrl = ((url: string) => Promise<string>) | undefined

export const webhookSecret = 'whsec_test'
export const nextSecret = 'whsec_next'
export const dayMs = 86_400_000

const secretKey = 'sk_test_bridge'
const webhookPath = '/billing/v1/webhook'

/** Starts billing for a test file. Stripe works at the beginning of each test. */
export async function useBilling(
  overrides: Partial<StripeConfig> = {},
  findServerUrl?: FindServerUrl,
): Promise<TestBilling> {
  const billing = await startBilling(overrides, findServerUrl)
  beforeEach(() => {
    billing.stripe.faults.always = undefined
    billing.stripe.faults.only = undefined
    billing.stripe.setMode('normal')
  })
  afterAll(billing.stop)
  return billing
}

/** Starts a server enforcing billing, with an emulated Stripe sending events on request. */
async function startBilling(overrides: Partial<StripeConfig>, findServerUrl: FindServerUrl) {
  let now = new Date('2026-03-02T09:00:00Z')
  let ids = 0
  const clock = () => now
  const stripe = await serveStripeEmulator({
    port: 0,
    secretKey,
    webhookUrl: `https://bridge.test${webhookPath}`,
    webhookSecret,
    clock,
    sendsEvents: false,
    post: async (url, init) => (await admin.app.request(url, init)).status,
  })
  const logs: Readonly<Record<string, unknown>>[] = []
  const admin = await startAdmin({
    clock,
    findServerUrl,
    logger: pino({ level: 'warn' }, { write: (line: string) => logs.push(JSON.parse(line)) }),
    config: {
      billingEnforced: true,
      stripe: {
        secretKey,
        webhookSecrets: [webhookSecret, nextSecret],
        priceId: emulatorPriceId,
        apiUrl: stripe.url,
        ...overrides,
      },
    },
  })

  const createOwner = async () => {
    ids += 1
    return admin.organization(`owner${ids}@example.com`)
  }
  type Owner = Awaited<ReturnType<typeof createOwner>>

  /** Opens a checkout; returns the session at Stripe. */
  const openCheckout = async ({ session, orgId }: Owner) => {
    const { body } = await admin.call(`POST /orgs/${orgId}/billing/checkout`, session)
    const url = String(body.url)
    const checkout = stripe.state.sessions[url.split('/').at(-1) ?? '']
    if (!checkout) throw new Error(`This is no checkout: ${JSON.stringify(body)}`)
    return { url, checkout }
  }
  const subscribe = async (owner: Owner) => {
    const { checkout } = await openCheckout(owner)
    const subscription = stripe.cycle.completeCheckout(checkout)
    await stripe.deliveries.flush()
    const customer = stripe.state.customers[checkout.customer]
    if (!customer) throw new Error('The checkout has no customer.')
    return { subscription, customer, checkout }
  }
  /** Reads with a new session, because an older one expires when the clock is moved. */
  const read = async ({ caller }: Owner, path: string) =>
    (await admin.call(`GET ${path}`, await admin.createSession(caller.userId))).body

  /** Counts the statements waiting for a billing account's lock. */
  const countWaitingForAccounts = async () => {
    const [row] = await admin.database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%billing_account%'`
    return row?.count
  }

  return {
    admin,
    stripe,
    /** The log's entries. */
    logs,
    clock,
    createOwner,
    openCheckout,
    subscribe,
    read,
    getSummary: (owner: Owner) => read(owner, `/orgs/${owner.orgId}/billing`),
    /** Moves the clock, and does what is due at Stripe until then. */
    move(days: number) {
      now = new Date(now.getTime() + days * dayMs)
      stripe.cycle.runDue()
    },
    sign(body: string, secret = webhookSecret, seconds = Math.floor(now.getTime() / 1000)) {
      return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
    },
    /** Posts an event; returns the response status. */
    async post(body: string | Uint8Array<ArrayBuffer>, signature: string | undefined, headers = {}) {
      const response = await admin.app.request(webhookPath, {
        method: 'POST',
        headers: { ...(signature !== undefined && { 'stripe-signature': signature }), ...headers },
        body,
      })
      return response.status
    },
    /** Returns a new event's body. */
    toEvent(type: string, object: object, others: object = {}) {
      ids += 1
      return JSON.stringify({ id: `evt_${ids}x`, object: 'event', type, livemode: false, data: { object }, ...others })
    },
    /** Begins `work` while the billing account is locked, and does `meanwhile` when a statement waits for the lock. */
    async whileLocked<Result>(
      { orgId }: Owner,
      work: () => Promise<Result>,
      meanwhile: (transaction: Prisma.TransactionClient) => Promise<unknown> = async () => undefined,
    ): Promise<Result> {
      const begun = await withLockedAccount(admin.database, orgId, async (transaction) => {
        const result = work()
        await expect.poll(countWaitingForAccounts, { timeout: 20_000 }).toBe(1)
        await meanwhile(transaction)
        return { result }
      })
      if (!begun) throw new Error('The organization has no billing account.')
      return begun.result
    },
    /** Returns the operations Stripe receives while `work` runs. */
    async recordOperations(work: () => Promise<unknown>) {
      const count = stripe.requests.length
      await work()
      return stripe.requests.slice(count).map(({ operation }) => operation)
    },
    async stop() {
      await admin.stop()
      await stripe.stop()
    },
  }
}

export type TestBilling = Awaited<ReturnType<typeof startBilling>>
export type BillingOwner = Awaited<ReturnType<TestBilling['createOwner']>>
