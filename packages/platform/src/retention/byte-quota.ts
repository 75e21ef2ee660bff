import type { RealmId } from '@bridge/agent-protocol'
import { LRUCache } from 'lru-cache'

/** How much of a realm's quota may be stored before it is enforced again. */
const uncheckedShare = 1 / 8
const maxRealms = 10_000

/** Decides when a realm's quota is enforced. */
export interface ByteQuota {
  /** Counts what was stored, and enforces the quota after every eighth, and at the first bytes after a start. */
  add(realmId: RealmId, bytes: number, enforce: () => Promise<void>): Promise<void>
}

/** @param maxBytes each realm's quota */
export function createByteQuota(maxBytes: number): ByteQuota {
  /** Bytes stored since the quota was enforced; realms are missing until this process enforced theirs. */
  const unchecked = new LRUCache<RealmId, number>({ max: maxRealms })

  return {
    add: async (realmId, bytes, enforce) => {
      const total = (unchecked.get(realmId) ?? maxBytes) + bytes
      unchecked.set(realmId, total)
      if (total <= maxBytes * uncheckedShare) return
      unchecked.set(realmId, 0)
      try {
        await enforce()
      } catch (error) {
        unchecked.delete(realmId)
        throw error
      }
    },
  }
}
