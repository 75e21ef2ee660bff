import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { LRUCache } from 'lru-cache'
import { isLiveConnectorLease, isLiveLease } from './live-lease.ts'

/** The gateway that serves a realm's agent or Web Connector. */
export interface HeldLease {
  readonly transport: Transport
  readonly gatewayUrl: string
  readonly epoch: bigint
}

/** What carries requests to a company file. */
export type Transport = 'agent' | 'connector'

/** The live leases of a realm, by transport. */
export type HeldLeases = Readonly<Partial<Record<Transport, HeldLease>>>

const cachedMs = 2_000
const cachedMax = 10_000

/** Reads leases from the database and caches those of a realm for 2 s. Missing leases are not cached. */
export function createLeaseReader(database: Database, clock: () => Date) {
  const cache = new LRUCache<RealmId, HeldLeases>({
    max: cachedMax,
    ttl: cachedMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })

  const read = async (realmId: RealmId): Promise<HeldLeases> => {
    const rows = await database.$queryRaw<HeldLease[]>`
      SELECT 'agent' AS transport, "gatewayUrl", epoch FROM realm_session AS lease
      WHERE "realmId" = ${realmId} AND ${isLiveLease}
      UNION ALL
      SELECT 'connector' AS transport, "gatewayUrl", epoch FROM connector_session AS lease
      WHERE "realmId" = ${realmId} AND ${isLiveConnectorLease}`
    const leases: HeldLeases = Object.fromEntries(rows.map((row) => [row.transport, row]))
    if (rows.length === 0) cache.delete(realmId)
    else cache.set(realmId, leases)
    return leases
  }

  return {
    /** Returns the leases, at most 2 s old. */
    find: async (realmId: RealmId): Promise<HeldLeases> => cache.get(realmId) ?? read(realmId),
    /** Returns the current leases. */
    findNow: read,
  }
}
