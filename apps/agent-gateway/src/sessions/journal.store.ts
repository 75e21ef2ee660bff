import type { NotSent, RealmId } from '@bridge/agent-protocol'
import { type Database, hasFileOfCopies, Prisma, queryPrepared } from '@bridge/database'
import type { Lease } from './lease.ts'

/** How much of a realm's quota may be stored before the quota is enforced again. */
const uncheckedShare = 1 / 8

/**
 * The gateway's side of the write journal. Every state change is a compare-and-set.
 *
 * @param maxBytes the size of a realm's kept responses; an eighth more is stored in between
 */
export function createJournalStore(database: Database, maxBytes: number) {
  /** Bytes stored since the quota was enforced; realms are missing until this process enforced theirs. */
  const unchecked = new Map<RealmId, number>()

  return {
    /**
     * Moves a row from `queued` to `sending` if the lease still has this epoch, and its agent the company file to which
     * earlier copies were sent. Returns nothing on success; otherwise the write must not be sent, because its caller
     * cancelled it, another socket holds the lease, or another company file is open.
     */
    startSending: async (id: string, { realmId, epoch }: Lease): Promise<NotSent | undefined> => {
      const moved = await database.$executeRaw`
      UPDATE write_journal AS queued SET state = 'sending', epoch = ${epoch}, "sentAt" = now(), transport = 'agent',
        "fileId" = lease."fileId", "agentTokenId" = lease."agentTokenId", "companyFile" = lease."companyFile"
      FROM realm_session AS lease
      WHERE queued.id = ${id}::uuid AND queued."realmId" = ${realmId} AND queued.state = 'queued'
        AND lease."realmId" = ${realmId} AND lease.epoch = ${epoch} AND ${hasFileOfCopies('agent', ...copies)}`
      if (moved === 1) return undefined
      const isQueued = await database.writeJournal.count({ where: { id, realmId, state: 'queued' } })
      return { sent: false, reason: isQueued > 0 ? 'not-mine' : 'cancelled' }
    },

    /** Cancels a write that has not reached QuickBooks. */
    cancel: async (id: string, realmId: RealmId, from: 'queued' | 'sending'): Promise<void> => {
      await database.writeJournal.updateMany({ where: { id, realmId, state: from }, data: { state: 'cancelled' } })
    },

    /** Moves a row from `sending` to `completed` and stores the response as the agent packed it. */
    storeResponse: async (id: string, realmId: RealmId, response: Uint8Array): Promise<void> => {
      await queryPrepared(database, 'store-response', { text: storeStatement, values: [id, realmId, response] })
    },

    /**
     * Drops a realm's oldest responses above its quota, after `bytes` were stored. Their rows stay `completed`.
     */
    enforceQuota: async (realmId: RealmId, bytes: number): Promise<void> => {
      const total = (unchecked.get(realmId) ?? maxBytes) + bytes
      if (total <= maxBytes * uncheckedShare) {
        unchecked.set(realmId, total)
        return
      }
      unchecked.set(realmId, 0)
      try {
        await database.$executeRaw`
        UPDATE write_journal SET response = NULL
        WHERE id IN (
          SELECT id FROM (
            SELECT id, sum(octet_length(response)) OVER (ORDER BY "completedAt" DESC, id) AS bytes
            FROM write_journal WHERE "realmId" = ${realmId} AND response IS NOT NULL
          ) AS stored
          WHERE bytes > ${maxBytes})`
      } catch (error) {
        unchecked.delete(realmId)
        throw error
      }
    },

    /** Returns those IDs whose writes have no stored response. */
    findWithoutResponse: async (ids: readonly string[], realmId: RealmId): Promise<Set<string>> => {
      const rows = await database.$queryRaw<{ id: string }[]>`
        SELECT id::text FROM write_journal
        WHERE id = ANY(${ids}::uuid[]) AND "realmId" = ${realmId} AND state = 'sending'`
      return new Set(rows.map(({ id }) => id))
    },
  }
}

const storeStatement = `
  UPDATE write_journal SET state = 'completed', response = $3, "completedAt" = now()
  WHERE id = $1::uuid AND "realmId" = $2 AND state = 'sending'`

/** The moved row's realm and message set. */
const copies = [Prisma.sql`queued."realmId"`, Prisma.sql`queued."messageSetId"`] as const

export type JournalStore = ReturnType<typeof createJournalStore>
