import type { ExchangeOutcome, Lost, NotSent, RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { WriteDescription } from './desktop.ts'

const cancelled: NotSent = { sent: false, reason: 'cancelled' }
const lost: Lost = { sent: true, lost: true, reason: 'connection' }
/** QuickBooks responded, and the response was dropped for the realm's quota. */
const dropped: Lost = { sent: true, lost: true, reason: 'unreadable' }

export type WriteJournal = ReturnType<typeof createWriteJournal>

/** Creates the write journal's server side. The gateway's side advances rows from `queued`. */
export function createWriteJournal(database: Database) {
  return {
    /** Inserts a row in state `queued`. */
    queue: async (id: string, realmId: RealmId, write: WriteDescription): Promise<void> => {
      await database.writeJournal.create({ data: { id, realmId, ...write } })
    },

    /**
     * Moves a row from `queued` to `cancelled`. If the gateway moved it first, returns the outcome in the row instead.
     */
    cancel: async (id: string): Promise<ExchangeOutcome<Uint8Array>> => {
      const { count } = await database.writeJournal.updateMany({
        where: { id, state: 'queued' },
        data: { state: 'cancelled' },
      })
      if (count === 1) return cancelled
      const row = await database.writeJournal.findUnique({ where: { id }, select: { state: true, response: true } })
      if (row?.state === 'cancelled') return cancelled
      return row?.response ? { sent: true, lost: false, response: row.response } : lost
    },

    /** Cancels a message set's queued rows and returns the outcome in its other rows. */
    recall: async (realmId: RealmId, messageSetId: string): Promise<ExchangeOutcome<Uint8Array>> => {
      await database.writeJournal.updateMany({
        where: { realmId, messageSetId, state: 'queued' },
        data: { state: 'cancelled' },
      })
      const rows = await database.writeJournal.findMany({
        where: { realmId, messageSetId, state: { in: ['sending', 'completed'] } },
        select: { state: true, response: true },
      })
      const response = rows.find((row) => row.response !== null)?.response
      if (response) return { sent: true, lost: false, response }
      if (rows.some(({ state }) => state === 'completed')) return dropped
      return rows.length > 0 ? lost : cancelled
    },
  }
}
