import type { Dependencies } from '../runtime/dependencies.ts'
import type { RateDecision } from './rate-decision.ts'
import { addToWindow, deleteWindowsBefore, returnToWindow } from './rate-limit.store.ts'

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

/** The permits leased by this server in a key's window. */
interface Window {
  readonly startsAt: number
  /** Leased permits not consumed yet. */
  left: number
  /** Permits leased by all servers at this server's last query. */
  taken: number
  refill: Promise<void> | undefined
}

const blockMin = 25

/**
 * Counts in PostgreSQL, but leases permits in blocks and consumes them in memory: a request rarely waits for a query.
 * Blocks shrink as the window fills. All servers together never exceed the limit. A server's unused permits are
 * unavailable to the others until the window ends or the server closes.
 */
export function createRateLimiter({
  database,
  clock,
  logger,
  name,
  limit,
  windowMs = 60_000,
}: RateLimiterOptions): RateLimiter & { close(): Promise<void> } {
  const blockMax = Math.max(blockMin, Math.ceil(limit / 100))
  const keyPrefix = `${name}:`
  let windowStartsAt = 0
  let windows = new Map<string, Window>()
  let cleaning: Promise<void> = Promise.resolve()

  const getStart = (time: number) => time - (time % windowMs)

  const beginWindow = (startsAt: number) => {
    windowStartsAt = startsAt
    windows = new Map()
    cleaning = deleteWindowsBefore(database, keyPrefix, new Date(startsAt - windowMs)).catch((error: unknown) =>
      logger.warn({ err: error, limiter: name }, 'Could not delete old rate windows'),
    )
  }

  const getWindow = (key: string, startsAt: number): Window => {
    if (startsAt !== windowStartsAt) beginWindow(startsAt)
    let window = windows.get(key)
    if (!window) {
      window = { startsAt, left: 0, taken: 0, refill: undefined }
      windows.set(key, window)
    }
    return window
  }

  const refill = async (key: string, window: Window, permits: number) => {
    try {
      const block = Math.max(permits, Math.min(blockMax, Math.floor((limit - window.taken) / 4)))
      const taken = await addToWindow(database, keyPrefix + key, new Date(window.startsAt), block)
      window.left += Math.max(0, Math.min(block, limit - (taken - block)))
      window.taken = taken
    } finally {
      window.refill = undefined
    }
  }

  const needsLease = (window: Window, permits: number): boolean => window.left < permits && window.taken < limit

  const take = (window: Window, permits: number, now: number): RateDecision => {
    const allowed = window.left >= permits
    if (allowed) window.left -= permits
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.max(0, limit - window.taken) + window.left),
      resetSeconds: Math.max(1, Math.ceil((window.startsAt + windowMs - now) / 1000)),
    }
  }

  const leaseAndTake = async (key: string, window: Window, permits: number, now: number): Promise<RateDecision> => {
    while (needsLease(window, permits)) {
      window.refill ??= refill(key, window, permits - window.left)
      await window.refill
    }
    return take(window, permits, now)
  }

  return {
    consume(key, permits = 1) {
      const now = clock().getTime()
      const window = getWindow(key, getStart(now))
      return needsLease(window, permits) ? leaseAndTake(key, window, permits, now) : take(window, permits, now)
    },
    async close() {
      await cleaning
      try {
        for (const [key, window] of windows) {
          await window.refill?.catch(() => undefined)
          if (window.left > 0) await returnToWindow(database, keyPrefix + key, new Date(window.startsAt), window.left)
        }
      } catch (error) {
        logger.warn({ err: error, limiter: name }, 'Could not return unused permits')
      }
      windows = new Map()
    },
  }
}
