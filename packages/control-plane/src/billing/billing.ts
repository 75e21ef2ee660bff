import { randomUUID } from 'node:crypto'
import type { Database } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Hono } from 'hono'
import {
  claimAttempt,
  findCustomer,
  findCustomers,
  findDeletedAccounts,
  findStaleAccounts,
  findUnequalAccounts,
} from './account.store.ts'
import { createBillingClock } from './billing-clock.ts'
import { openPortalSession, startCheckout } from './checkout.ts'
import { endDeletedAccount } from './end-deleted-account.ts'
import { createFetchQueue } from './fetch-queue.ts'
import { dropLease, takeLease } from './lease.store.ts'
import type { BillingParts } from './parts.ts'
import { correctQuantity } from './quantity.ts'
import { createStripeClient, describeStripeError } from './stripe-client.ts'
import { type Differences, syncAccount } from './sync.ts'
import { createWebhook } from './webhook.ts'

/** Organizations' trials, subscriptions and payments. */
export interface Billing {
  readonly isEnabled: boolean
  /** The time for trials, periods and grace. */
  readonly now: () => Date
  /** Serves `POST /webhook`. */
  readonly webhook: Hono
  /** Returns a checkout's URL, or the billing portal's. @throws Problem */
  startCheckout(orgId: string): Promise<string>
  /** Returns the billing portal's URL. @throws Problem */
  openPortal(orgId: string, slug: string): Promise<string>
  /** Reads an organization from Stripe unless tried within `minMs`. Returns whether it was read. */
  refresh(orgId: string, minMs: number): Promise<boolean>
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

export const fetchesMax = 2
const waitingMax = 200
const jobMs = 60_000
const leaseSeconds = 300
/** How many accounts of each kind one job run asks Stripe about. */
export const accountsPerRun = 50
/** Each account is read once a day, before its state is 25 hours old. */
const staleMs = 24 * 3_600_000

/**
 * Creates billing; without a Stripe configuration it is disabled.
 *
 * @param fetchDatabase a separate pool with {@link fetchesMax} connections, which wait for Stripe
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
  const queue = createFetchQueue({ concurrency: fetchesMax, waitingMax })
  const connections = { stripe, stripeConfig, database, fetchDatabase, queue }
  const parts: BillingParts = { ...connections, billingClock, clock, logger, baseUrl }
  const holder = randomUUID()
  const background = new Set<Promise<void>>()
  const refreshes = new Map<string, Promise<boolean>>()
  let isClosed = false
  let running: Promise<void> | undefined

  const run = (work: () => Promise<void>, message: string) => {
    if (isClosed) return
    const ended: Promise<void> = work()
      .catch((error: unknown) => logger.warn(describeStripeError(error), message))
      .finally(() => background.delete(ended))
    background.add(ended)
  }

  /** Takes or renews the lease; while Stripe does not respond, a run takes longer than a lease. */
  const mayWork = async () => !isClosed && (await takeLease(database, 'billing', holder, leaseSeconds))

  const doJob = async () => {
    if (!(await mayWork())) return
    const correct = (orgId: string) => correctQuantity(parts, orgId)
    const unequal = await findUnequalAccounts(database, accountsPerRun)
    await attemptEach(unequal, correct, 'The quantity of a subscription could not be changed.')
    const end = (orgId: string) => endDeletedAccount(parts, orgId)
    const deleted = await findDeletedAccounts(database, accountsPerRun)
    await attemptEach(deleted, end, 'The subscription of a deleted organization could not be ended.')
    const stale = await findStaleAccounts(database, new Date(billingClock.now().getTime() - staleMs), accountsPerRun)
    await attemptEach(stale, reconcile, 'A subscription could not be compared with Stripe.')
  }

  const attemptEach = async (
    orgIds: readonly string[],
    work: (orgId: string) => Promise<unknown>,
    message: string,
  ): Promise<void> => {
    for (const orgId of orgIds) {
      if (!(await mayWork())) return
      try {
        await work(orgId)
      } catch (error) {
        logger.warn({ orgId, ...describeStripeError(error) }, message)
      }
    }
  }

  const reconcile = async (orgId: string): Promise<void> => {
    const at = clock()
    // An unreadable one waits until all others were tried.
    await claimAttempt(database, orgId, { at, notBefore: at })
    await syncAccount(parts, orgId, { action: 'billing.reconcile' })
  }

  const runJob = (): Promise<void> => {
    running ??= doJob().finally(() => {
      running = undefined
    })
    return running
  }

  const refresh = async (orgId: string, minMs: number): Promise<boolean> => {
    const at = clock()
    try {
      const isClaimed = await claimAttempt(database, orgId, { at, notBefore: new Date(at.getTime() - minMs) })
      if (!isClaimed) return false
      await syncAccount(parts, orgId, { action: 'billing.update' })
      return true
    } catch (error) {
      logger.warn({ orgId, ...describeStripeError(error) }, 'A subscription could not be read.')
      return false
    }
  }

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem) throw error
      logger.error(describeStripeError(error), 'A request to Stripe failed.')
      throw new Problem('internal_error', 'The payment provider cannot be reached. Try again in a minute.')
    }
  }

  run(async () => {
    await stripe.prices.retrieve(stripeConfig.priceId)
  }, 'The price in STRIPE_PRICE_ID cannot be read with this key.')
  const timer = setInterval(() => run(runJob, 'The billing job failed.'), jobMs).unref()

  return {
    isEnabled: true,
    now: billingClock.now,
    webhook: createWebhook(parts),
    startCheckout: (orgId) =>
      call(async () => {
        const url = await startCheckout(parts, orgId)
        if (url === undefined) throw new Problem('not_found')
        return url
      }),
    openPortal: (orgId, slug) =>
      call(async () => {
        const account = await findCustomer(database, orgId)
        if (!account?.customerId) throw new Problem('no_customer')
        return openPortalSession(parts, account.customerId, slug)
      }),
    refresh(orgId, minMs) {
      // Those who ask during a read wait for it, too.
      const current = refreshes.get(orgId)
      if (current !== undefined) return current
      const refreshing = refresh(orgId, minMs).finally(() => refreshes.delete(orgId))
      refreshes.set(orgId, refreshing)
      return refreshing
    },
    noteRealms: (orgId) => run(() => correctQuantity(parts, orgId), 'The quantity of a subscription is changed later.'),
    runJob,
    async *check() {
      for (const { orgId } of await findCustomers(database)) {
        try {
          yield { orgId, differences: await syncAccount(parts, orgId, { action: 'billing.reconcile' }) }
        } catch (error) {
          yield { orgId, differences: {}, error }
        }
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      billingClock.close()
      await Promise.all(background)
      await dropLease(database, 'billing', holder).catch(() => undefined)
    },
  }
}

function disabledBilling(now: () => Date): Billing {
  const reject = () => Promise.reject(new Problem('billing_disabled'))
  return {
    isEnabled: false,
    now,
    webhook: createWebhook(undefined),
    startCheckout: reject,
    openPortal: reject,
    refresh: () => Promise.resolve(false),
    noteRealms: () => undefined,
    runJob: () => Promise.resolve(),
    async *check() {},
    close: () => Promise.resolve(),
  }
}
