import type { RealmId } from '@bridge/agent-protocol'

/** Message sets whose outcomes are kept here, so that QuickBooks need not keep them any longer. */
export interface ForgettableSets {
  add(realmId: RealmId, messageSetIds: readonly string[]): void
  /** One that the next message set to the realm may clear, as its `oldMessageSetID`. */
  take(realmId: RealmId): string | undefined
}

interface ForgettableSet {
  readonly id: string
  readonly from: number
}

/** Longer than any copy of a message set can be under way. */
const restMs = 10 * 60 * 1000
/** Of a realm, and of all: those that were settled first, and the realms that wrote least recently, make room. */
const setsMax = 1_000
const allMax = 100_000

/**
 * Keeps QuickBooks' own record of message sets from growing: each write clears an earlier one that was settled 10
 * minutes ago (facts/qbxml.md, section 7). It lives in memory: what a server forgets when it ends stays on record in the
 * company file, which does no harm.
 */
export function createForgettableSets(clock: () => Date): ForgettableSets {
  const byRealm = new Map<RealmId, ForgettableSet[]>()
  let count = 0

  const remove = (realmId: RealmId, sets: ForgettableSet[], removed: number): readonly ForgettableSet[] => {
    count -= removed
    if (removed === sets.length) byRealm.delete(realmId)
    return sets.splice(0, removed)
  }

  return {
    add: (realmId, messageSetIds) => {
      if (messageSetIds.length === 0) return
      const from = clock().getTime() + restMs
      const sets = byRealm.get(realmId) ?? []
      sets.push(...messageSetIds.map((id) => ({ id, from })))
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
      if (sets?.[0] === undefined || clock().getTime() < sets[0].from) return undefined
      return remove(realmId, sets, 1)[0]?.id
    },
  }
}
