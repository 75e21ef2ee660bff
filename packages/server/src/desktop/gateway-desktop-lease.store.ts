import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Which gateway holds a realm's socket. */
export interface HeldLease {
  readonly gatewayUrl: string
  readonly epoch: bigint
}

/** A gateway that did not renew the lease for so long is dead (design, section 6). */
const deadAfterSeconds = 15
const cachedMsMax = 2_000
/** Leases that are remembered at most: one more, and all are read anew. */
const cachedMax = 10_000

/** Leases as read from the database, each remembered for at most 2 s; that nothing serves a realm is not remembered. */
export function createLeaseReader(database: Database, clock: () => Date) {
  const cache = new Map<RealmId, { readonly lease: HeldLease; readonly until: number }>()

  const read = async (realmId: RealmId): Promise<HeldLease | undefined> => {
    const [row] = await database.$queryRaw<HeldLease[]>`
      SELECT "gatewayUrl", epoch FROM realm_session
      WHERE "realmId" = ${realmId} AND phase <> 'draining'
        AND "lastSeenAt" > now() - make_interval(secs => ${deadAfterSeconds})`
    if (cache.size >= cachedMax) cache.clear()
    if (row === undefined) cache.delete(realmId)
    else cache.set(realmId, { lease: row, until: clock().getTime() + cachedMsMax })
    return row
  }

  return {
    /** The lease, at most 2 s old. */
    find: async (realmId: RealmId): Promise<HeldLease | undefined> => {
      const cached = cache.get(realmId)
      return cached !== undefined && clock().getTime() < cached.until ? cached.lease : read(realmId)
    },
    /** The lease as it is now. */
    findNow: read,
  }
}
