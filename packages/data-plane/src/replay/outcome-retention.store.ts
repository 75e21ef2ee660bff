import type { Database } from '@bridge/database'
import { type SweepOptions, sweepExpired, sweepInSteps } from '@bridge/platform/retention.store'
import { repeatPrefix } from './run-key.ts'

/** How long outcomes are stored. */
export const keptMs = 7 * 24 * 60 * 60 * 1000
/** How long a write without a `requestid` is stored whose outcome is open. */
export const repeatsKeptMs = 60 * 60 * 1000
/** How long the journal remembers what to clear from the record of a company file without writes. */
const unclearedKeptMs = 90 * 24 * 60 * 60 * 1000
const maxQueuedMs = 600_000

/**
 * Deletes outcomes and journal rows older than 7 days, and outcomes of writes without a `requestid` after an hour.
 * Cancels queued writes whose server is gone, because no caller waits longer than a few minutes. Rows for message sets
 * on QuickBooks' record stay until a write has cleared them, without their responses.
 */
export async function sweepOutcomes(database: Database, now: Date, options: SweepOptions = {}): Promise<void> {
  const outcomes = { table: 'request_outcome', column: 'createdAt' }
  await sweepExpired(database, { ...outcomes, keptMs }, now, options)
  const repeats = `"requestId" LIKE '${repeatPrefix}%'`
  await sweepExpired(database, { ...outcomes, keptMs: repeatsKeptMs, where: repeats }, now, options)
  await sweepJournal(database, now, options)
}

async function sweepJournal(database: Database, now: Date, options: SweepOptions): Promise<void> {
  const journal = { table: 'write_journal', column: 'createdAt' }
  const unrecorded = `"clearAt" IS NULL OR state IN ('queued', 'cancelled')`
  await sweepExpired(database, { ...journal, keptMs, where: `(${unrecorded})` }, now, options)
  const responses = { where: 'response IS NOT NULL', erases: ['response'] }
  await sweepExpired(database, { ...journal, keptMs, ...responses }, now, options)
  await sweepExpired(database, { ...journal, keptMs: unclearedKeptMs }, now, options)
  const queuedBefore = new Date(now.getTime() - maxQueuedMs)
  const cancel = (rows: number) => database.$executeRaw`
    UPDATE write_journal SET state = 'cancelled' WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM write_journal WHERE state = 'queued' AND "createdAt" < ${queuedBefore}
      LIMIT ${rows} FOR UPDATE SKIP LOCKED))`
  await sweepInSteps(cancel, options)
}
