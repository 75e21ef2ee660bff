import type { Dependencies } from '../runtime/dependencies.ts'
import { LeasedPermits, type WindowTerms } from './leased-permits.ts'
import type { RateDecision } from './rate-decision.ts'
import { deleteWindowsBefore } from './rate-limit.store.ts'

/** Counts requests per key and window, across all servers. */
export interface RateLimiter {
  /**
   * Consumes permits, all or none; one by default. With 0, it only returns how many are left. Returns at once unless
   * permits have to be leased.
   */
  consume(key: string, permits?: number): Promise<RateDecision> | RateDecision
}

export interface RateLimiterOptions extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  /** Separates limiters sharing the table. */
  readonly name: string
  /** Permits per key and window. */
  readonly limit: number
  /** Defaults to a minute. Windows begin at multiples since the epoch: day windows begin at 00:00 UTC. */
  readonly windowMs?: number
}

const minBlock = 25

/**
 * Counts in PostgreSQL, but leases permits in blocks and consumes them in memory: a request rarely waits for a query.
 * Blocks shrink as the window fills. All servers together never exceed the limit. A server's unused permits are
 * unavailable to the others until the window ends or the server closes.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #terms: WindowTerms
  readonly #keyPrefix: string
  #startsAt = 0
  #windows = new Map<string, LeasedPermits>()
  #cleaning: Promise<void> = Promise.resolve()

  constructor(options: RateLimiterOptions) {
    const { database, name, limit, windowMs = 60_000 } = options
    this.#options = options
    this.#terms = { database, limit, windowMs, maxBlock: Math.max(minBlock, Math.ceil(limit / 100)) }
    this.#keyPrefix = `${name}:`
  }

  consume(key: string, permits = 1): Promise<RateDecision> | RateDecision {
    const now = this.#options.clock().getTime()
    return this.#getWindow(key, now).consume(permits, now)
  }

  async close(): Promise<void> {
    const { logger, name } = this.#options
    await this.#cleaning
    try {
      for (const window of this.#windows.values()) await window.close()
    } catch (error) {
      logger.warn({ err: error, limiter: name }, 'Could not return unused permits')
    }
    this.#windows = new Map()
  }

  #getWindow(key: string, now: number): LeasedPermits {
    const startsAt = now - (now % this.#terms.windowMs)
    if (startsAt !== this.#startsAt) this.#beginWindows(startsAt)
    const existing = this.#windows.get(key)
    if (existing !== undefined) return existing
    const window = new LeasedPermits(this.#terms, this.#keyPrefix + key, startsAt)
    this.#windows.set(key, window)
    return window
  }

  #beginWindows(startsAt: number): void {
    const { database, logger, name } = this.#options
    const endedAt = new Date(startsAt - this.#terms.windowMs)
    this.#startsAt = startsAt
    this.#windows = new Map()
    this.#cleaning = deleteWindowsBefore(database, this.#keyPrefix, endedAt).catch((error: unknown) =>
      logger.warn({ err: error, limiter: name }, 'Could not delete old rate windows'),
    )
  }
}
