import type { RealmId } from '@bridge/agent-protocol'

/** Message sets whose outcomes are stored here, so that QuickBooks may forget them. */
export interface AcknowledgedMessageSets {
  /** @param keptMs how long QuickBooks may need its record of them; without it, 10 minutes */
  add(realmId: RealmId, messageSetIds: readonly string[], keptMs?: number): void
  /** Removes and returns one for the `oldMessageSetID` of the realm's next message set. */
  take(realmId: RealmId): string | undefined
}

interface AcknowledgedMessageSet {
  readonly id: string
  readonly forgettableAt: number
}

/** Longer than any copy of a message set can be in transit. */
const waitMs = 10 * 60 * 1000
/**
 * The limit per realm, above which the oldest sets are dropped. `allMax` is the limit of all realms, above which those
 * that wrote least recently are dropped.
 */
const setsMax = 1_000
const allMax = 100_000

/**
 * Keeps QuickBooks' own record of message sets from growing: each write clears one that was acknowledged 10 minutes
 * earlier, or the time for which a restored database may have lost its outcome. The list is in memory; sets that stay on record when a server stops do no harm. See
 * `docs/quickbooks/qbxml.md#error-recovery`.
 */
export function createAcknowledgedMessageSets(clock: () => Date): AcknowledgedMessageSets {
  const byRealm = new Map<RealmId, AcknowledgedMessageSet[]>()
  let count = 0

  const remove = (realmId: RealmId, sets: AcknowledgedMessageSet[], removed: number, from = 0) => {
    count -= removed
    if (removed === sets.length) byRealm.delete(realmId)
    return sets.splice(from, removed)
  }

  return {
    add: (realmId, messageSetIds, keptMs = waitMs) => {
      if (messageSetIds.length === 0) return
      const forgettableAt = clock().getTime() + keptMs
      const sets = byRealm.get(realmId) ?? []
      sets.push(...messageSetIds.map((id) => ({ id, forgettableAt })))
      count += messageSetIds.length
      byRealm.delete(realmId)
      byRealm.set(realmId, sets)
      if (sets.length > setsMax) remove(realmId, sets, sets.length - setsMax)
      for (const [oldest, oldestSets] of byRealm) {
        if (count <= allMax) break
        remove(oldest, oldestSets, oldestSets.length)
      }
    },
    take: (realmId) => {
      const sets = byRealm.get(realmId)
      const now = clock().getTime()
      const due = sets?.findIndex(({ forgettableAt }) => forgettableAt <= now) ?? -1
      return sets === undefined || due < 0 ? undefined : remove(realmId, sets, 1, due)[0]?.id
    },
  }
}
