import type { RealmId } from '@bridge/agent-protocol'

/** The most sandboxes whose calls a thread works on at once: while one waits for PostgreSQL, another one computes. */
export const callsAtOnceMax = 4

/** Decides whose turn it is: one call of a sandbox at a time, in their order, and sandboxes take turns. */
export interface Turns<Call> {
  add(realmId: RealmId, call: Call): void
  /** Returns the next call that may start now, of a sandbox that `mayStart`. */
  next(mayStart?: (realmId: RealmId) => boolean): { readonly realmId: RealmId; readonly call: Call } | undefined
  /** Ends the running call of a sandbox. */
  end(realmId: RealmId): void
  /** Returns whether the sandbox has a running or a waiting call. */
  has(realmId: RealmId): boolean
}

/** Creates the turns of one thread. */
export function createTurns<Call>(atOnceMax = callsAtOnceMax): Turns<Call> {
  const waiting = new Map<RealmId, Call[]>()
  const running = new Set<RealmId>()
  return {
    add(realmId, call) {
      const calls = waiting.get(realmId)
      if (calls) calls.push(call)
      else waiting.set(realmId, [call])
    },
    next(mayStart = () => true) {
      if (running.size >= atOnceMax) return undefined
      for (const [realmId, calls] of waiting) {
        if (running.has(realmId) || !mayStart(realmId)) continue
        const call = calls.shift()
        // Moves the sandbox to the end of the row.
        waiting.delete(realmId)
        if (call === undefined) continue
        if (calls.length > 0) waiting.set(realmId, calls)
        running.add(realmId)
        return { realmId, call }
      }
      return undefined
    },
    end: (realmId) => void running.delete(realmId),
    has: (realmId) => running.has(realmId) || waiting.has(realmId),
  }
}
