import { setTimeout as delay } from 'node:timers/promises'
import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { LRUCache } from 'lru-cache'

/** Spreads the large calls of each realm over time, so that they leave the server to the calls of others in between. */
export interface CallPace {
  /**
   * Waits until the realm has paid for its large calls.
   *
   * @throws Fault `RATE_LIMITED` if that takes too long; the call has had no effect
   */
  wait(realmId: RealmId): Promise<void> | undefined
  /** Adds the cost of a call beyond that of one request. */
  charge(realmId: RealmId, cost: number): void
}

export interface CallPaceOptions {
  /** What a realm pays per second. */
  readonly costPerSecond: number
  /** How long a call waits, in milliseconds. */
  readonly waitMsMax: number
}

/** How far behind a realm may be before its calls wait, so that a few large ones at once do not. */
const creditMs = 2_000
const realmsMax = 10_000

/** Creates the pace of all realms. */
export function createCallPace({ costPerSecond, waitMsMax }: CallPaceOptions): CallPace {
  /** When each realm will have paid for its calls. */
  const paidAt = new LRUCache<RealmId, number>({ max: realmsMax })

  return {
    wait(realmId) {
      const waitMs = (paidAt.get(realmId) ?? 0) - creditMs - performance.now()
      if (waitMs <= 0) return undefined
      if (waitMs > waitMsMax) throw tooManyLargeCalls(Math.ceil(waitMs / 1_000))
      return delay(waitMs)
    },
    charge(realmId, cost) {
      const now = performance.now()
      paidAt.set(realmId, Math.max(now, paidAt.get(realmId) ?? 0) + (cost * 1_000) / costPerSecond)
    },
  }
}

function tooManyLargeCalls(retryAfterSeconds: number): Fault {
  const detail = `The latest requests of the company file were large. Nothing was done. Request fewer records at once, or fewer of such pages per minute; retry in ${retryAfterSeconds} s.`
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}
