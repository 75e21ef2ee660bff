import type { RealmId } from '@bridge/agent-protocol'

/** A company file's recorded message sets no longer needed. A write may clear one. */
export interface ClearableMessageSets {
  /** Removes and returns one for the `oldMessageSetID` in the realm's next message set, whose own ID is `nextId`. */
  take(realmId: RealmId, nextId: string): Promise<string | undefined>
  /** Called when the company file has responded to the clearing message set. */
  confirmCleared(realmId: RealmId, messageSetId: string): Promise<void>
}

/** Message sets with outcomes stored here: the company file may forget them. */
export interface AcknowledgedMessageSets extends ClearableMessageSets {
  add(realmId: RealmId, messageSetIds: readonly string[]): void
}

interface AcknowledgedMessageSet {
  readonly id: string
  readonly forgettableAt: number
}

/** Longer than a message set's copies can be in transit. */
const waitMs = 10 * 60 * 1000
/**
 * The limit per realm, above which the oldest sets are dropped. `maxAll` limits all realms together, above which those
 * with the oldest writes are dropped.
 */
const maxSets = 1_000
const maxAll = 100_000

/**
 * Keeps a sandbox's record from growing: each write clears a message set acknowledged 10 minutes earlier. The list is
 * in memory; what stays on record when a server stops, the sandbox drops itself after 7 days.
 */
export function createAcknowledgedMessageSets(clock: () => Date): AcknowledgedMessageSets {
  const byRealm = new Map<RealmId, AcknowledgedMessageSet[]>()
  let count = 0

  const remove = (realmId: RealmId, sets: AcknowledgedMessageSet[], removed: number) => {
    count -= removed
    if (removed === sets.length) byRealm.delete(realmId)
    return sets.splice(0, removed)
  }

  return {
    add: (realmId, messageSetIds) => {
      if (messageSetIds.length === 0) return
      const forgettableAt = clock().getTime() + waitMs
      const sets = byRealm.get(realmId) ?? []
      sets.push(...messageSetIds.map((id) => ({ id, forgettableAt })))
      count += messageSetIds.length
      byRealm.delete(realmId)
      byRealm.set(realmId, sets)
      if (sets.length > maxSets) remove(realmId, sets, sets.length - maxSets)
      for (const [oldest, oldestSets] of byRealm) {
        if (count <= maxAll) break
        remove(oldest, oldestSets, oldestSets.length)
      }
    },
    take: async (realmId) => {
      const sets = byRealm.get(realmId)
      const [oldest] = sets ?? []
      if (sets === undefined || oldest === undefined || oldest.forgettableAt > clock().getTime()) return undefined
      return remove(realmId, sets, 1)[0]?.id
    },
    confirmCleared: async () => undefined,
  }
}
