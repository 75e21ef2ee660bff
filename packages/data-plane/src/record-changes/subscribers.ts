import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createReadThroughCache } from '@bridge/platform/read-through-cache'
import { findSubscriber } from './record-changes.store.ts'

/** Knows which realms' changes are stored. */
export interface Subscribers {
  /** Returns whether an app that is connected to the realm has a webhook that is not paused. */
  hasSubscriber(realmId: RealmId): Promise<boolean>
  close(): void
}

const ttlMs = 30_000
const maxRealms = 10_000

/** Caches subscribers for at most 30 s; a changed webhook, published as `settings`, counts at once. */
export function createSubscribers({
  database,
  changes,
  clock,
}: Pick<Dependencies, 'database' | 'changes' | 'clock'>): Subscribers {
  const cache = createReadThroughCache({
    load: async (realmId: RealmId) => ({ isSubscribed: await findSubscriber(database, realmId) }),
    clock,
    ttlMs,
    maxEntries: maxRealms,
  })
  return {
    hasSubscriber: async (realmId) => (await cache.get(realmId)).isSubscribed,
    close: changes.subscribe('settings', cache.clear),
  }
}
