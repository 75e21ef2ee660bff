import { type Database, Prisma } from '@bridge/database'
import type { ClearableMessageSets } from './acknowledged-message-sets.ts'
import { keptMs, repeatsKeptMs } from './outcome-retention.store.ts'
import { repeatPrefix } from './run-key.ts'

/** Whether QuickBooks may have a journal row on record. */
export const isSentWrite = Prisma.sql`state IN ('sending', 'completed')`

/** After this time, a message set whose clearing was not confirmed is cleared again. */
const claimMs = 60 * 60 * 1000

/** Returns when a write may clear another one's message set sent at `now`. */
export function toClearAt(requestId: string, now: Date): Date {
  return new Date(now.getTime() + (requestId.startsWith(repeatPrefix) ? repeatsKeptMs : keptMs))
}

/**
 * Finds the message sets still on QuickBooks' record in the write journal, which outlasts the server. Those without a
 * response may be needed for as long as those with a `requestid`.
 */
export function createRecordedMessageSets(database: Database, clock: () => Date): ClearableMessageSets {
  return {
    take: async (realmId, nextId) => {
      const now = clock()
      const [row] = await database.$queryRaw<{ messageSetId: string }[]>`
        UPDATE write_journal SET "clearAt" = ${new Date(now.getTime() + claimMs)}
        WHERE id = (
          SELECT id FROM write_journal
          WHERE "realmId" = ${realmId} AND "clearAt" <= ${now} AND ${isSentWrite} AND "messageSetId" <> ${nextId}
            AND (state = 'completed' OR "createdAt" <= ${new Date(now.getTime() - keptMs)})
          ORDER BY "clearAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING "messageSetId"`
      return row?.messageSetId
    },
    confirmCleared: async (realmId, messageSetId) => {
      await database.$executeRaw`
        UPDATE write_journal SET "clearAt" = NULL WHERE "realmId" = ${realmId} AND "messageSetId" = ${messageSetId}`
    },
  }
}
