import type { RealmId } from '@bridge/agent-protocol'
import { type CompanyMemory, createCompanyMemory, estimateListBytes, type RememberedLists } from '@bridge/translation'
import { LRUCache } from 'lru-cache'

/** Keeps the company file lists needed by reads, between a server's calls. */
export interface CompanyMemories {
  /** Returns a call's memory, whose changes later calls have, too. */
  of(realmId: RealmId): CompanyMemory
  keep(realmId: RealmId, lists: RememberedLists): void
}

/** The limit for all lists together, in bytes: enough for about 400,000 names. */
const maxBytes = 64 * 1024 * 1024

/**
 * Creates a server's memories. What another server changes is seen as any other change in the company file.
 *
 * @param maxSize the limit for all lists together, in bytes; by default 64 MiB
 */
export function createCompanyMemories(maxSize = maxBytes): CompanyMemories {
  const cache = new LRUCache<RealmId, RememberedLists>({ maxSize, sizeCalculation: estimateListBytes })
  const keep = (realmId: RealmId, lists: RememberedLists): void => {
    cache.set(realmId, lists)
  }
  return {
    of: (realmId) => createCompanyMemory(cache.get(realmId), (lists) => keep(realmId, lists)),
    keep,
  }
}
