import type { Database } from '@bridge/database'
import type { RealmId } from '../http/realm-id.ts'
import type { WriteDescription } from './desktop.ts'

/** What became of a write whose caller gives up. */
export type GivenUp =
  | { readonly state: 'cancelled' | 'sending' }
  | { readonly state: 'answered'; readonly answer: Uint8Array }

/** The server's side of the write journal; the gateway's side moves rows on from `queued`. */
export const createWriteJournal = (database: Database) => ({
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
})
