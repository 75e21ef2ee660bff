import type { Database } from '@bridge/database'
import type { RateDecision } from './rate-decision.ts'
import { addToWindow, returnToWindow } from './rate-limit.store.ts'

/** Terms shared by all windows of a limiter. */
export interface WindowTerms {
  readonly database: Database
  /** Permits per window. */
  readonly limit: number
  readonly windowMs: number
  /** The most permits to lease at once, unless a request needs more. */
  readonly maxBlock: number
}

/** The permits leased by this server in a key's window. */
export class LeasedPermits {
  readonly #terms: WindowTerms
  readonly #key: string
  readonly #startsAt: number
  /** Leased permits not consumed yet. */
  #left = 0
  /** Permits leased by all servers at this server's last query. */
  #leasedByAll = 0
  #lease: Promise<void> | undefined

  constructor(terms: WindowTerms, key: string, startsAt: number) {
    this.#terms = terms
    this.#key = key
    this.#startsAt = startsAt
  }

  /** Consumes permits, all or none. Returns at once unless permits have to be leased. */
  consume(permits: number, now: number): Promise<RateDecision> | RateDecision {
    return this.#needsLease(permits) ? this.#leaseAndTake(permits, now) : this.#take(permits, now)
  }

  /** Returns unused permits to the other servers. */
  async close(): Promise<void> {
    await this.#lease?.catch(() => undefined)
    if (this.#left === 0) return
    await returnToWindow(this.#terms.database, this.#key, new Date(this.#startsAt), this.#left)
  }

  #needsLease(permits: number): boolean {
    return this.#left < permits && this.#leasedByAll < this.#terms.limit
  }

  async #leaseAndTake(permits: number, now: number): Promise<RateDecision> {
    while (this.#needsLease(permits)) {
      this.#lease ??= this.#leaseMore(permits - this.#left)
      await this.#lease
    }
    return this.#take(permits, now)
  }

  async #leaseMore(permits: number): Promise<void> {
    const { database, limit, maxBlock } = this.#terms
    try {
      const block = Math.max(permits, Math.min(maxBlock, Math.floor((limit - this.#leasedByAll) / 4)))
      const leasedByAll = await addToWindow(database, this.#key, new Date(this.#startsAt), block)
      this.#left += Math.max(0, Math.min(block, limit - (leasedByAll - block)))
      this.#leasedByAll = leasedByAll
    } finally {
      this.#lease = undefined
    }
  }

  #take(permits: number, now: number): RateDecision {
    const { limit, windowMs } = this.#terms
    const allowed = this.#left >= permits
    if (allowed) this.#left -= permits
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.max(0, limit - this.#leasedByAll) + this.#left),
      resetSeconds: Math.max(1, Math.ceil((this.#startsAt + windowMs - now) / 1000)),
    }
  }
}
