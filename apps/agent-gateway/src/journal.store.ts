import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Lease } from './lease.store.ts'

/** Whether a write may be sent; not where its caller gave up, or another socket holds the lease now. */
export type Started = 'sending' | 'given-up' | 'lease-lost'

/** The journal rows of writes, moved by compare-and-set alone. */
export function createJournalStore(database: Database) {
  return {
    /** queued → sending, while the lease still has this epoch; tells who was first where that did not happen. */
    startSending: async (id: string, { realmId, epoch }: Lease): Promise<Started> => {
      const moved = await database.$executeRaw`
      UPDATE write_journal SET state = 'sending', epoch = ${epoch}, "sentAt" = now()
      WHERE id = ${id}::uuid AND "realmId" = ${realmId} AND state = 'queued'
        AND EXISTS (SELECT FROM realm_session WHERE "realmId" = ${realmId} AND epoch = ${epoch})`
      if (moved === 1) return 'sending'
      const isQueued = await database.writeJournal.count({ where: { id, realmId, state: 'queued' } })
      return isQueued > 0 ? 'lease-lost' : 'given-up'
    },

    /** queued or sending → cancelled, for a write of which nothing reached QuickBooks. */
    cancel: async (id: string, realmId: RealmId, from: 'queued' | 'sending'): Promise<void> => {
      await database.writeJournal.updateMany({ where: { id, realmId, state: from }, data: { state: 'cancelled' } })
    },

    /** sending → answered. The answer is kept as received. */
    storeAnswer: async (id: string, realmId: RealmId, answer: Uint8Array<ArrayBuffer>): Promise<void> => {
      await database.$executeRaw`
      UPDATE write_journal SET state = 'answered', answer = ${answer}, "answeredAt" = now()
      WHERE id = ${id}::uuid AND "realmId" = ${realmId} AND state = 'sending'`
    },

    /** Which of the writes that an agent has answers to are still without one here. */
    unanswered: async (ids: readonly string[], realmId: RealmId): Promise<Set<string>> => {
      const rows = await database.writeJournal.findMany({
        where: { id: { in: [...ids] }, realmId, state: 'sending' },
        select: { id: true },
      })
      return new Set(rows.map(({ id }) => id))
    },
  }
}

export type JournalStore = ReturnType<typeof createJournalStore>
