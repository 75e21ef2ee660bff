import type { RealmId } from '@bridge/agent-protocol'
import { type CompanyMemory, createCompanyMemory, estimateListBytes, type RememberedLists } from '@bridge/translation'
import { LRUCache } from 'lru-cache'

/** Keeps the lists of company files that reads need, between the calls of a server. */
export interface CompanyMemories {
  /** Returns the memory of a call, whose changes later calls have, too. */
  of(realmId: RealmId): CompanyMemory
  keep(realmId: RealmId, lists: RememberedLists): void
}

/** The time after which the lists of an unused company file are dropped; they are read again after that time anyway. */
const keptMs = 10 * 60 * 1000
/** The limit of all lists together, enough for about 400,000 names. */
const bytesMax = 64 * 1024 * 1024

/**
 * Creates the memories of a server. What another server changes is seen as any other change of the company file.
 *
 * @param maxSize the limit of all lists together, in bytes; by default 64 MiB
 */
export function createCompanyMemories(clock: () => Date, maxSize = bytesMax): CompanyMemories {
  const cache = new LRUCache<RealmId, RememberedLists>({
    maxSize,
    sizeCalculation: estimateListBytes,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  const keep = (realmId: RealmId, lists: RememberedLists): void => {
    cache.set(realmId, lists)
  }
  return {
    of: (realmId) => createCompanyMemory(cache.get(realmId), (lists) => keep(realmId, lists)),
    keep,
  }
}
