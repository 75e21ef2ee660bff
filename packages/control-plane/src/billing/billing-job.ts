import { randomUUID } from 'node:crypto'
import { claimAttempt, findDeletedAccounts, findStaleAccounts, findUnequalAccounts } from './account.store.ts'
import { endDeletedAccount } from './end-deleted-account.ts'
import { acquireLease, releaseLease } from './lease.store.ts'
import type { BillingParts } from './parts.ts'
import { correctQuantity } from './quantity.ts'
import { describeStripeError } from './stripe-client.ts'
import { syncAccount } from './sync.ts'

const leaseSeconds = 300
/** How many accounts of each kind one job run asks Stripe about. */
export const accountsPerRun = 50
/** Each account is read once a day, before its state is 25 hours old. */
const staleMs = 24 * 3_600_000

/** Does what is due: quantities, deleted organizations, and accounts not read for a day. One server at a time runs it. */
export class BillingJob {
  readonly #parts: BillingParts
  readonly #holder = randomUUID()
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(parts: BillingParts) {
    this.#parts = parts
  }

  /** Runs the job; a call during a run waits for that one. */
  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends a run after its current account. */
  stop(): void {
    this.#isStopped = true
  }

  /** Lets another server run the job at once. */
  async releaseLease(): Promise<void> {
    await releaseLease(this.#parts.database, 'billing', this.#holder).catch(() => undefined)
  }

  async #runOnce(): Promise<void> {
    const parts = this.#parts
    const { database, billingClock } = parts
    if (!(await this.#mayWork())) return
    const correct = (orgId: string) => correctQuantity(parts, orgId)
    const unequal = await findUnequalAccounts(database, accountsPerRun)
    await this.#attemptEach(unequal, correct, 'The quantity of a subscription could not be changed.')
    const end = (orgId: string) => endDeletedAccount(parts, orgId)
    const deleted = await findDeletedAccounts(database, accountsPerRun)
    await this.#attemptEach(deleted, end, 'The subscription of a deleted organization could not be ended.')
    const reconcile = (orgId: string) => this.#reconcile(orgId)
    const stale = await findStaleAccounts(database, new Date(billingClock.now().getTime() - staleMs), accountsPerRun)
    await this.#attemptEach(stale, reconcile, 'A subscription could not be compared with Stripe.')
  }

  async #attemptEach(
    orgIds: readonly string[],
    work: (orgId: string) => Promise<unknown>,
    message: string,
  ): Promise<void> {
    for (const orgId of orgIds) {
      if (!(await this.#mayWork())) return
      try {
        await work(orgId)
      } catch (error) {
        this.#parts.logger.warn({ orgId, ...describeStripeError(error) }, message)
      }
    }
  }

  async #reconcile(orgId: string): Promise<void> {
    const { database, clock } = this.#parts
    const at = clock()
    // An unreadable one waits until all others were tried.
    await claimAttempt(database, orgId, { at, notBefore: at })
    await syncAccount(this.#parts, orgId, { action: 'billing.reconcile' })
  }

  /** Acquires or renews the lease; while Stripe does not respond, a run takes longer than a lease. */
  async #mayWork(): Promise<boolean> {
    return !this.#isStopped && (await acquireLease(this.#parts.database, 'billing', this.#holder, leaseSeconds))
  }
}
