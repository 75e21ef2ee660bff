import type { Database } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createReadThroughCache, type ReadThroughCache } from '@bridge/platform/read-through-cache'
import type { Hono } from 'hono'
import { claimAttempt, findCustomer, findCustomers } from './account.store.ts'
import { BackgroundWork } from './background-work.ts'
import { createBillingClock } from './billing-clock.ts'
import { BillingJob } from './billing-job.ts'
import { openPortalSession, startCheckout } from './checkout.ts'
import { createFetchQueue } from './fetch-queue.ts'
import { type Invoices, readInvoices } from './invoices.ts'
import type { BillingParts } from './parts.ts'
import { type Pricing, readPricing } from './pricing.ts'
import { correctQuantity } from './quantity.ts'
import { createStripeClient, describeStripeError } from './stripe-client.ts'
import { type Differences, syncAccount } from './sync.ts'
import { createWebhook } from './webhook.ts'

/** Organizations' trials, subscriptions and payments. */
export interface Billing {
  readonly isEnabled: boolean
  /** The time for trials, periods and grace. */
  readonly now: () => Date
  /** What a company file costs. */
  readonly pricing: Pricing
  /** Serves `POST /webhook`. */
  readonly webhook: Hono
  /** Returns a checkout's URL, or the billing portal's. @throws Problem */
  startCheckout(orgId: string): Promise<string>
  /** Returns the billing portal's URL. @throws Problem */
  openPortal(orgId: string, slug: string): Promise<string>
  /** Reads an organization from Stripe unless tried within `minMs`. Returns whether it was read. */
  refresh(orgId: string, minMs: number): Promise<boolean>
  /** Reads what the organization pays next, at most every 5 s. Undefined without a subscription. @throws Problem */
  readInvoices(orgId: string): Promise<Invoices | undefined>
  /** Changes the subscription quantity in the background, after a realm was created or deleted. */
  noteRealms(orgId: string): void
  /** Does what is due: quantities, and accounts not read for a day. Runs every minute. */
  runJob(): Promise<void>
  /** Reads every organization from Stripe now, one after the other, and corrects what differs. */
  check(): AsyncIterable<CheckedAccount>
  close(): Promise<void>
}

/** An organization compared with Stripe. */
export interface CheckedAccount {
  readonly orgId: string
  /** The corrected values. */
  readonly differences: Differences
  readonly error?: unknown
}

export const maxStripeFetches = 2
const maxWaiting = 200
const jobMs = 60_000
/** How long the invoices of a page that is loaded again and again are kept. */
const invoicesMs = 5_000
const maxInvoices = 1_000

/**
 * Creates billing; without a Stripe configuration it is disabled.
 *
 * @param fetchDatabase a separate pool with {@link maxStripeFetches} connections, which wait for Stripe
 */
export function createBilling({
  database,
  fetchDatabase,
  clock,
  logger,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'> & { readonly fetchDatabase: Database }): Billing {
  const { stripe: stripeConfig, baseUrl } = config
  if (!stripeConfig) return disabledBilling(clock)
  const stripe = createStripeClient(stripeConfig)
  const billingClock = createBillingClock(stripe, stripeConfig.testClock, clock)
  const queue = createFetchQueue({ concurrency: maxStripeFetches, maxWaiting })
  const connections = { stripe, stripeConfig, database, fetchDatabase, queue }
  const billing = new StripeBilling({ ...connections, billingClock, clock, logger, baseUrl })
  billing.start()
  return billing
}

class StripeBilling implements Billing {
  readonly isEnabled = true
  readonly now: () => Date
  readonly webhook: Hono
  readonly #parts: BillingParts
  readonly #job: BillingJob
  readonly #background: BackgroundWork
  readonly #refreshes = new Map<string, Promise<boolean>>()
  readonly #invoices: ReadThroughCache<string, Invoices | undefined>
  #timer: NodeJS.Timeout | undefined
  #pricing: Pricing | undefined

  constructor(parts: BillingParts) {
    this.#parts = parts
    this.now = parts.billingClock.now
    this.webhook = createWebhook(parts)
    this.#job = new BillingJob(parts)
    this.#background = new BackgroundWork(parts.logger)
    this.#invoices = createReadThroughCache({
      load: (orgId: string) => parts.queue.run(orgId, () => readInvoices(parts, orgId)),
      clock: parts.clock,
      ttlMs: invoicesMs,
      maxEntries: maxInvoices,
    })
  }

  get pricing(): Pricing {
    return this.#pricing ?? { kind: 'unknown' }
  }

  /** Reads the configured price, and starts the job. */
  start(): void {
    this.#readPricing()
    const runJob = () => {
      if (this.#pricing === undefined) this.#readPricing()
      this.#background.start(() => this.runJob(), 'The billing job failed.')
    }
    this.#timer = setInterval(runJob, jobMs).unref()
  }

  startCheckout(orgId: string): Promise<string> {
    return this.#withProblems(async () => {
      const url = await startCheckout(this.#parts, orgId)
      if (url === undefined) throw new Problem('not_found')
      return url
    })
  }

  openPortal(orgId: string, slug: string): Promise<string> {
    return this.#withProblems(async () => {
      const account = await findCustomer(this.#parts.database, orgId)
      if (!account?.customerId) throw new Problem('no_customer')
      return openPortalSession(this.#parts, account.customerId, slug)
    })
  }

  refresh(orgId: string, minMs: number): Promise<boolean> {
    // Those who ask during a read wait for it, too.
    const current = this.#refreshes.get(orgId)
    if (current !== undefined) return current
    const refreshing = this.#refresh(orgId, minMs).finally(() => this.#refreshes.delete(orgId))
    this.#refreshes.set(orgId, refreshing)
    return refreshing
  }

  readInvoices(orgId: string): Promise<Invoices | undefined> {
    return this.#withProblems(async () => this.#invoices.get(orgId))
  }

  noteRealms(orgId: string): void {
    this.#background.start(
      () => correctQuantity(this.#parts, orgId),
      'The quantity of a subscription is changed later.',
    )
  }

  runJob(): Promise<void> {
    return this.#job.run()
  }

  async *check(): AsyncGenerator<CheckedAccount> {
    for (const { orgId } of await findCustomers(this.#parts.database)) {
      try {
        yield { orgId, differences: await syncAccount(this.#parts, orgId, { action: 'billing.reconcile' }) }
      } catch (error) {
        yield { orgId, differences: {}, error }
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#parts.billingClock.close()
    this.#job.stop()
    await this.#background.close()
    await this.#job.releaseLease()
  }

  /** Once is enough: the amount of a price at Stripe never changes. */
  #readPricing(): void {
    const { stripe, stripeConfig } = this.#parts
    this.#background.start(async () => {
      this.#pricing = readPricing(await stripe.prices.retrieve(stripeConfig.priceId))
    }, 'The price in STRIPE_PRICE_ID cannot be read with this key.')
  }

  async #refresh(orgId: string, minMs: number): Promise<boolean> {
    const { database, clock, logger } = this.#parts
    const at = clock()
    try {
      const isClaimed = await claimAttempt(database, orgId, { at, notBefore: new Date(at.getTime() - minMs) })
      if (!isClaimed) return false
      await syncAccount(this.#parts, orgId, { action: 'billing.update' })
      return true
    } catch (error) {
      logger.warn({ orgId, ...describeStripeError(error) }, 'A subscription could not be read.')
      return false
    }
  }

  /** Runs a member's request to Stripe, whose failure is a problem that they can read. */
  async #withProblems<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem) throw error
      this.#parts.logger.error(describeStripeError(error), 'A request to Stripe failed.')
      throw new Problem('internal_error', 'The payment provider cannot be reached. Try again in a minute.')
    }
  }
}

function disabledBilling(now: () => Date): Billing {
  const reject = () => Promise.reject(new Problem('billing_disabled'))
  return {
    isEnabled: false,
    now,
    pricing: { kind: 'free' },
    webhook: createWebhook(undefined),
    startCheckout: reject,
    openPortal: reject,
    refresh: () => Promise.resolve(false),
    readInvoices: () => Promise.resolve(undefined),
    noteRealms: () => undefined,
    runJob: () => Promise.resolve(),
    async *check() {},
    close: () => Promise.resolve(),
  }
}
