import type { Dependencies } from '../dependencies.ts'
import { addToWindow, deleteWindowsBefore, returnToWindow } from './rate-limit.store.ts'

/** What a limiter says of one request; the three numbers become the `RateLimit-*` headers. */
export interface RateDecision {
  readonly allowed: boolean
  /** Requests a window. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

/** Counts requests a key and window, across every server. */
export interface RateLimiter {
  /**
   * Takes permits, all of them or none; one without a number. None at all only tells how many are left.
   */
  consume(key: string, permits?: number): Promise<RateDecision>
}

export interface RateLimiterOptions extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  /** Keeps limiters apart that share the table. */
  readonly name: string
  /** Requests a window and key. */
  readonly limit: number
  /** A minute without it; windows begin at multiples of it since the epoch, so a day's begin at 00:00 UTC. */
  readonly windowMs?: number
}

/** What this server holds of a key's window. */
interface Window {
  readonly startsAt: number
  /** Permits taken from the window and not handed out yet. */
  left: number
  /** What all servers together had taken when this one last asked. */
  taken: number
  refill: Promise<void> | undefined
}

const blockMin = 25

/**
 * Counts in PostgreSQL, but takes permits in blocks and hands them out from memory, so that a request rarely waits for
 * a query. Blocks shrink as the window fills; all servers together never hand out more than the limit, and what one
 * holds unused is lost to the others until the window ends or it closes.
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
  let shares = new Map<string, Window>()
  let cleaning: Promise<void> = Promise.resolve()

  const turnWindow = (startsAt: number) => {
    windowStartsAt = startsAt
    shares = new Map()
    cleaning = deleteWindowsBefore(database, keyPrefix, new Date(startsAt - windowMs)).catch((error: unknown) =>
      logger.warn({ err: error, limiter: name }, 'Old rate windows were not deleted'),
    )
  }

  const shareOf = (key: string, startsAt: number): Window => {
    if (startsAt !== windowStartsAt) turnWindow(startsAt)
    let share = shares.get(key)
    if (!share) {
      share = { startsAt, left: 0, taken: 0, refill: undefined }
      shares.set(key, share)
    }
    return share
  }

  const refill = async (key: string, share: Window, wanted: number) => {
    try {
      const block = Math.max(wanted, Math.min(blockMax, Math.floor((limit - share.taken) / 4)))
      const taken = await addToWindow(database, keyPrefix + key, new Date(share.startsAt), block)
      share.left += Math.max(0, Math.min(block, limit - (taken - block)))
      share.taken = taken
    } finally {
      share.refill = undefined
    }
  }

  return {
    async consume(key, permits = 1) {
      const now = clock().getTime()
      const startsAt = now - (now % windowMs)
      const share = shareOf(key, startsAt)
      while (share.left < permits && share.taken < limit) {
        share.refill ??= refill(key, share, permits - share.left)
        await share.refill
      }
      const allowed = share.left >= permits
      if (allowed) share.left -= permits
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - share.taken) + share.left,
        resetSeconds: Math.max(1, Math.ceil((startsAt + windowMs - now) / 1000)),
      }
    },
    async close() {
      await cleaning
      try {
        for (const [key, share] of shares) {
          await share.refill?.catch(() => undefined)
          if (share.left > 0) await returnToWindow(database, keyPrefix + key, new Date(share.startsAt), share.left)
        }
      } catch (error) {
        logger.warn({ err: error, limiter: name }, 'Unused permits were not given back')
      }
      shares = new Map()
    },
  }
}
