import type { RealmId } from '@bridge/agent-protocol'
import { LRUCache } from 'lru-cache'

/** How much of a realm's quota may be stored before the quota is enforced again. */
const uncheckedShare = 1 / 8
const realmsMax = 10_000

/** Decides when the quota of a realm is enforced. */
export interface ByteQuota {
  /** Counts what was stored, and enforces the quota after every eighth of it, and at the first bytes after a start. */
  add(realmId: RealmId, bytes: number, enforce: () => Promise<void>): Promise<void>
}

/** @param bytesMax the quota of each realm */
export function createByteQuota(bytesMax: number): ByteQuota {
  /** Bytes that were stored since the quota was enforced; realms are missing until this process enforced theirs. */
  const unchecked = new LRUCache<RealmId, number>({ max: realmsMax })

  return {
    add: async (realmId, bytes, enforce) => {
      const total = (unchecked.get(realmId) ?? bytesMax) + bytes
      unchecked.set(realmId, total)
      if (total <= bytesMax * uncheckedShare) return
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
