import { toNetwork } from './network.ts'
import type { RateDecision } from './rate-decision.ts'

/** Counts requests per client address and minute in this process, without the database. */
export interface AddressLimiter {
  /** Consumes all permits or none. */
  consume(address: string, permits: number): RateDecision
  /** Gives consumed permits back. */
  giveBack(address: string, permits: number): void
}

const windowMs = 60_000

/** Addresses counted at a time. Further ones share one count, so addresses cannot fill the memory. */
const maxAddresses = 50_000
const others = 'others'

/** Creates a limiter for requests without a database query, such as pages. Windows begin with the minute. */
export function createAddressLimiter({
  limit,
  clock,
}: {
  readonly limit: number
  readonly clock: () => Date
}): AddressLimiter {
  let startsAt = 0
  let counts = new Map<string, number>()
  const toKey = (address: string): string => {
    const network = toNetwork(address)
    return counts.has(network) || counts.size < maxAddresses ? network : others
  }
  return {
    consume(address, permits) {
      const now = clock().getTime()
      if (now - startsAt >= windowMs || now < startsAt) {
        startsAt = now - (now % windowMs)
        counts = new Map()
      }
      const key = toKey(address)
      const taken = counts.get(key) ?? 0
      const allowed = taken + permits <= limit
      if (allowed) counts.set(key, taken + permits)
      const resetSeconds = Math.max(1, Math.ceil((startsAt + windowMs - now) / 1000))
      return { allowed, limit, remaining: limit - (allowed ? taken + permits : taken), resetSeconds }
    },
    giveBack(address, permits) {
      const key = toKey(address)
      counts.set(key, Math.max(0, (counts.get(key) ?? 0) - permits))
    },
  }
}
