import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { WriteDescription } from './desktop.ts'

/** What became of a write whose caller gives up. */
export type GivenUp =
  | { readonly state: 'cancelled' | 'sending' }
  | { readonly state: 'answered'; readonly answer: Uint8Array }

/** What the rows of a message set say, where it was sent once or several times. */
export type Recalled =
  | { readonly state: 'never-sent' | 'sending' }
  | { readonly state: 'answered'; readonly answer: Uint8Array }

/** The server's side of the write journal; the gateway's side moves rows on from `queued`. */
export function createWriteJournal(database: Database) {
  return {
    /** A new row in state `queued`. */
    queue: async (id: string, realmId: RealmId, write: WriteDescription): Promise<void> => {
      await database.writeJournal.create({ data: { id, realmId, ...write } })
    },

    /** queued → cancelled; where the gateway was first, tells what it made of the write. */
    giveUp: async (id: string): Promise<GivenUp> => {
      const { count } = await database.writeJournal.updateMany({
        where: { id, state: 'queued' },
        data: { state: 'cancelled' },
      })
      if (count === 1) return { state: 'cancelled' }
      const row = await database.writeJournal.findUnique({ where: { id }, select: { state: true, answer: true } })
      if (row?.state === 'answered' && row.answer !== null) return { state: 'answered', answer: row.answer }
      return { state: row?.state === 'cancelled' ? 'cancelled' : 'sending' }
    },

    /** What became of a message set, of which nothing that is queued is sent any more. */
    recall: async (realmId: RealmId, messageSetId: string): Promise<Recalled> => {
      await database.writeJournal.updateMany({
        where: { realmId, messageSetId, state: 'queued' },
        data: { state: 'cancelled' },
      })
      const rows = await database.writeJournal.findMany({
        where: { realmId, messageSetId, state: { in: ['sending', 'answered'] } },
        select: { answer: true },
      })
      const answer = rows.find((row) => row.answer !== null)?.answer
      if (answer) return { state: 'answered', answer }
      return { state: rows.length > 0 ? 'sending' : 'never-sent' }
    },
  }
}
