import type { GatewayMessage, RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { JournalStore } from './journal.store.ts'

interface SessionJournalOptions {
  readonly store: JournalStore
  readonly realmId: RealmId
  readonly logger: Logger
  /** Returns whether the agent is working on this request, so that it sends the response without a recall. */
  readonly isCurrent: (id: string) => boolean
  readonly send: (message: Extract<GatewayMessage, { type: 'acknowledged' | 'recall' }>) => void
}

/** The journal as one session uses it: stores responses, and recalls those that an earlier connection lost. */
export function createSessionJournal({ store, realmId, logger, isCurrent, send }: SessionJournalOptions) {
  // Created on demand: there are many sessions, and most never need these.
  let recalled: Set<string> | undefined
  let background: Promise<unknown> | undefined

  const runInBackground = (task: string, work: Promise<unknown>): void => {
    const logged = work.catch((error: unknown) => {
      logger.error({ err: error, realmId }, `could not ${task}`)
    })
    background = Promise.all([background, logged]).then(() => undefined)
  }

  const storeAndAcknowledge = async (id: string, payload: Uint8Array): Promise<void> => {
    await store.storeResponse(id, realmId, new Uint8Array(payload))
    send({ type: 'acknowledged', ids: [id] })
  }

  const recallMissing = async (ids: readonly string[]): Promise<void> => {
    const missing = await store.findWithoutResponse(ids, realmId)
    const stored = ids.filter((id) => !missing.has(id))
    if (stored.length > 0) send({ type: 'acknowledged', ids: stored })
    for (const id of missing) {
      if (isCurrent(id)) continue
      recalled ??= new Set()
      recalled.add(id)
      send({ type: 'recall', id })
    }
  }

  return {
    /** Lets work continue in the background and logs its failure. */
    runInBackground,

    /** Resolves when no work of the session is left. */
    finished: async (): Promise<void> => {
      await background
    },

    /** Stores the response of a write, then calls `onStored`, even after a failure. */
    storeResponse: (id: string, payload: Uint8Array, onStored: () => void): void =>
      runInBackground('store a response', storeAndAcknowledge(id, payload).finally(onStored)),

    /** Cancels a write that has not reached QuickBooks. */
    cancel: (id: string, from: 'queued' | 'sending'): Promise<void> => store.cancel(id, realmId, from),

    /** Recalls the agent's stored responses that are missing in the journal, and acknowledges the others. */
    recall: (ids: readonly string[]): void => {
      if (ids.length > 0) runInBackground('recall responses', recallMissing(ids))
    },

    /** Stores a recalled response; returns `false` for one that was not recalled. */
    storeRecalled: (id: string, payload: Uint8Array): boolean => {
      const wasRecalled = recalled?.delete(id) ?? false
      if (wasRecalled) runInBackground('store a recalled response', storeAndAcknowledge(id, payload))
      return wasRecalled
    },
  }
}

export type SessionJournal = ReturnType<typeof createSessionJournal>
