import type { RealmId } from '@bridge/agent-protocol'
import type { AgentDesktop, RealmTerms } from '../desktop/agent-desktop.ts'

/** A desktop leaving QuickBooks to people while it is paused. */
export interface PausableDesktop extends AgentDesktop {
  useRealm(realmId: RealmId, terms?: RealmTerms): void
  /** Begins or ends the pause. The request QuickBooks is working on is completed. */
  setPaused(isPaused: boolean): void
}

/**
 * Lets a desktop be paused. While it is, the agent gets no requests, because its phase is not `ready`, and nothing
 * opens a session with QuickBooks.
 */
export function createPausableDesktop(desktop: AgentDesktop, startsPaused: boolean): PausableDesktop {
  let isPaused = startsPaused
  let served: readonly [RealmId, RealmTerms?] | undefined
  return {
    state: () => (isPaused ? { phase: 'app-not-open', notice: 'paused' } : desktop.state()),
    process: async (messageSet, kind) =>
      isPaused ? { sent: false, reason: 'offline' } : desktop.process(messageSet, kind),
    useRealm: (...next) => {
      served = next
      if (!isPaused) desktop.useRealm?.(...next)
    },
    setPaused: (next) => {
      if (isPaused === next) return
      isPaused = next
      if (isPaused) void desktop.release?.()
      else if (served !== undefined) desktop.useRealm?.(...served)
    },
  }
}
