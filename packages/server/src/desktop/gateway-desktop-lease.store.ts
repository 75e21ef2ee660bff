import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { LRUCache } from 'lru-cache'
import { isLiveLease } from './live-lease.ts'

/** The gateway that holds a realm's socket. */
export interface HeldLease {
  readonly gatewayUrl: string
  readonly epoch: bigint
}

const cachedMs = 2_000
const cachedMax = 10_000

/** Reads leases from the database and caches each for 2 s. A missing lease is not cached. */
export function createLeaseReader(database: Database, clock: () => Date) {
  const cache = new LRUCache<RealmId, HeldLease>({
    max: cachedMax,
    ttl: cachedMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })

  const read = async (realmId: RealmId): Promise<HeldLease | undefined> => {
    const [lease] = await database.$queryRaw<HeldLease[]>`
      SELECT "gatewayUrl", epoch FROM realm_session AS lease WHERE "realmId" = ${realmId} AND ${isLiveLease}`
    if (lease === undefined) cache.delete(realmId)
    else cache.set(realmId, lease)
    return lease
  }

  return {
    /** Returns the lease, at most 2 s old. */
    find: async (realmId: RealmId): Promise<HeldLease | undefined> => cache.get(realmId) ?? read(realmId),
    /** Returns the current lease. */
    findNow: read,
  }
}
