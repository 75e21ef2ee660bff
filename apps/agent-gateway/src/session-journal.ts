import type { GatewayMessage, RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { Job } from './job.ts'
import type { JournalStore } from './journal.store.ts'

interface SessionJournalOptions {
  readonly journal: JournalStore
  readonly realmId: RealmId
  readonly logger: Logger
  /** Whether the agent works on this request now, so that its answer comes by itself. */
  readonly isCurrent: (id: string) => boolean
  readonly say: (message: Extract<GatewayMessage, { type: 'settled' | 'recall' }>) => void
}

/** What a session does to the journal beside its messages, and the answers that it asked its agent to give again. */
export function createSessionJournal({ journal, realmId, logger, isCurrent, say }: SessionJournalOptions) {
  // Most sessions never need these; there are many sessions.
  let recalled: Set<string> | undefined
  let background: Promise<unknown> | undefined

  const inBackground = (what: string, work: Promise<unknown>): void => {
    const noted = work.catch((error: unknown) => {
      logger.error({ err: error, realmId }, `could not ${what}`)
    })
    background = Promise.all([background, noted]).then(() => undefined)
  }

  const store = async (id: string, payload: Uint8Array): Promise<void> => {
    await journal.storeAnswer(id, realmId, new Uint8Array(payload))
    say({ type: 'settled', ids: [id] })
  }

  const askAgain = async (ids: readonly string[]): Promise<void> => {
    const unanswered = await journal.unanswered(ids, realmId)
    const settled = ids.filter((id) => !unanswered.has(id))
    if (settled.length > 0) say({ type: 'settled', ids: settled })
    for (const id of unanswered) {
      if (isCurrent(id)) continue
      recalled ??= new Set()
      recalled.add(id)
      say({ type: 'recall', id })
    }
  }

  return {
    /** Lets work go on beside the session; its failure is logged. */
    inBackground,

    /** Resolves when nothing of a session goes on any more. */
    settled: async (): Promise<void> => {
      await background
    },

    /** Stores the answer of a write, then calls `then`, however that ended. */
    answer: (id: string, payload: Uint8Array, then: () => void): void =>
      inBackground('store an answer', store(id, payload).finally(then)),

    /** Cancels a write of which nothing reached QuickBooks. */
    cancel: ({ call }: Job, from: 'queued' | 'sending'): Promise<void> => journal.cancel(call.id, realmId, from),

    /** Asks for the answers among those that the agent kept that are still missing; settles the others. */
    recall: (ids: readonly string[]): void => {
      if (ids.length > 0) inBackground('recall answers', askAgain(ids))
    },

    /** Stores an answer that was recalled; `false` where it was not. */
    keepRecalled: (id: string, payload: Uint8Array): boolean => {
      const wasRecalled = recalled?.delete(id) ?? false
      if (wasRecalled) inBackground('store a recalled answer', store(id, payload))
      return wasRecalled
    },
  }
}

export type SessionJournal = ReturnType<typeof createSessionJournal>
