import type { RealmId } from '../http/realm-id.ts'

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
const setsMax = 1000

/**
 * Keeps QuickBooks' own record of message sets from growing: each write clears an earlier one that was settled 10
 * minutes ago (facts/qbxml.md, section 7). It lives in memory: what a server forgets when it ends stays on record in the
 * company file, which does no harm.
 */
export const createForgettableSets = (clock: () => Date): ForgettableSets => {
  const byRealm = new Map<RealmId, ForgettableSet[]>()

  return {
    add: (realmId, messageSetIds) => {
      const sets = byRealm.get(realmId) ?? []
      const from = clock().getTime() + restMs
      sets.push(...messageSetIds.map((id) => ({ id, from })))
      sets.splice(0, Math.max(0, sets.length - setsMax))
      byRealm.set(realmId, sets)
    },
    take: (realmId) => {
      const sets = byRealm.get(realmId)
      if (sets?.[0] === undefined || clock().getTime() < sets[0].from) return undefined
      const id = sets.shift()?.id
      if (sets.length === 0) byRealm.delete(realmId)
      return id
    },
  }
}
