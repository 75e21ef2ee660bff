import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma, presenceLocks } from '@bridge/database'
import { type SweepOptions, sweepExpired, sweepInSteps } from '@bridge/platform/retention.store'
import type { MessageSetResponse } from '@bridge/qbxml'
import type { Result } from '../operations/operation.ts'
import type { RunKey } from './run-key.ts'
import { type StoredOutcome, toOutcome, toStoredOutcome } from './stored-outcome.ts'

/**
 * A write's claimed run. Another caller may take it over once the claiming server is gone, shown by its lock, or if the
 * claim is not renewed for 15 s.
 */
export interface Run extends RunKey {
  readonly claim: string
  /** True if the run was never claimed before: nothing was sent. */
  readonly isFresh: boolean
  /** QuickBooks' responses to the exchanges before its latest write. */
  readonly responses: readonly MessageSetResponse[]
}

/** A `requestid`'s state when a request with it arrives. */
export type Reserved =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'finished'; readonly result: Result }
  | { readonly kind: 'other-request' | 'in-flight' }

/** The state of a run without `requestid` when an identical write arrives. */
export type Resumed =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'finished'; readonly result: Result }
  | { readonly kind: 'none' | 'in-flight' }

/** The key of a write without `requestid` begins with this. It has a space, unlike any `requestid`. */
export const repeatPrefix = 'repeat of '

/** How long outcomes are stored. */
export const keptMs = 7 * 24 * 60 * 60 * 1000
/** How long a write without a `requestid` is stored whose outcome is open. */
export const repeatsKeptMs = 60 * 60 * 1000
/** How long the journal remembers what to clear from the record of a company file without writes. */
const unclearedKeptMs = 90 * 24 * 60 * 60 * 1000
const claimSeconds = 15
const queuedSecondsMax = 600

/** A run whose latest write has no known outcome. */
interface OpenRun {
  readonly requestHash: string
  /** QuickBooks' responses to the exchanges before its latest write. */
  readonly responses: readonly MessageSetResponse[]
  readonly now: Date
  readonly since: Date
}

type Claimed = Pick<Run, 'run' | 'responses' | 'isFresh'>

/** Whether QuickBooks may have a journal row on record. */
export const isSentWrite = Prisma.sql`state IN ('sending', 'completed')`

/** The run after the one in the row `stored`. */
const nextRun = Prisma.sql`md5(stored.run::text)::uuid`

/** Replaces a request's hash: the next request may be any. */
const anyRequest = ''

/** A claimed run, or what another caller has stored for it. */
type FoundRun =
  | { readonly isResumed: true; readonly run: string; readonly responses: readonly MessageSetResponse[] }
  | { readonly isResumed: false; readonly outcome: unknown; readonly respondedAt: Date | null }

interface Reservation extends RunKey {
  /** Replaces `run` if QuickBooks still has one of its message sets on record from more than 7 days ago. */
  readonly unrecorded?: { readonly run: string; readonly messageSetIds: readonly string[] } | undefined
  readonly requestHash: string
  /** A UUID created by the caller. */
  readonly claim: string
  readonly now: Date
}

/** Called after something was stored for a realm, with its size. It does not fail. */
type OnStored = (realmId: RealmId, bytes: number) => Promise<void>

interface OutcomeStoreOptions {
  readonly onStored?: OnStored
  /** Returns the key of the lock held by this server while it lives, if any. */
  readonly getKey?: (() => number | undefined) | undefined
}

/** Stores outcomes for writes with a `requestid`, each for 7 days [dp-4.2-retries.1]. */
export function createOutcomeStore(
  database: Database,
  { onStored = async () => undefined, getKey = () => undefined }: OutcomeStoreOptions = {},
) {
  const claimedBy = () => getKey() ?? null

  const claimRow = async ({
    realmId,
    requestId,
    requestHash,
    run,
    unrecorded,
    claim,
    now,
  }: Reservation): Promise<Run | undefined> => {
    const forgottenBefore = new Date(now.getTime() - keptMs)
    const free = unrecorded
      ? Prisma.sql`CASE WHEN EXISTS (
            SELECT FROM write_journal WHERE "realmId" = ${realmId} AND "messageSetId" = ANY(${unrecorded.messageSetIds})
              AND "createdAt" < ${forgottenBefore} AND ${isSentWrite})
          THEN ${unrecorded.run}::uuid ELSE ${run}::uuid END`
      : Prisma.sql`${run}::uuid`
    // An inserted row has no `xmax`: the run was never claimed before.
    const [row] = await database.$queryRaw<Claimed[]>`
      INSERT INTO request_outcome AS stored
        ("realmId", "requestId", "requestHash", run, claim, "claimedUntil", "claimedBy", "createdAt")
      VALUES (${realmId}, ${requestId}, ${requestHash}, ${free}, ${claim}::uuid,
              now() + make_interval(secs => ${claimSeconds}), ${claimedBy()}::int, ${now})
      ON CONFLICT ("realmId", "requestId") DO UPDATE SET
        "requestHash" = excluded."requestHash", claim = excluded.claim, "claimedUntil" = excluded."claimedUntil",
        "claimedBy" = excluded."claimedBy",
        run = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN ${nextRun} ELSE stored.run END,
        responses = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN excluded.responses ELSE stored.responses END,
        "createdAt" = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN excluded."createdAt"
                      ELSE stored."createdAt" END,
        outcome = NULL, "respondedAt" = NULL
      WHERE stored."createdAt" < ${forgottenBefore}
         OR (stored.outcome IS NULL AND stored."requestHash" IN (excluded."requestHash", ${anyRequest})
             AND (stored.claim IS NULL OR stored."claimedUntil" < now() OR ${isGone(Prisma.sql`stored."claimedBy"`)}))
      RETURNING run::text, responses, xmax::text = '0' AS "isFresh"`
    return row && { realmId, requestId, claim, ...row }
  }

  const findRow = ({ realmId, requestId }: Pick<RunKey, 'realmId' | 'requestId'>) =>
    database.requestOutcome.findUnique({ where: { realmId_requestId: { realmId, requestId } } })

  const findFinished = async (reservation: Reservation): Promise<Reserved> => {
    const row = await findRow(reservation)
    if (row === null) return { kind: 'in-flight' }
    if (row.requestHash !== reservation.requestHash) return { kind: 'other-request' }
    const result = toResult(row)
    return result === undefined ? { kind: 'in-flight' } : { kind: 'finished', result }
  }

  const whereClaimed = ({ realmId, requestId, claim }: Run) => ({ realmId, requestId, claim })

  return {
    /** Claims a free `requestid`, or one whose run another caller left unfinished. */
    reserve: async (reservation: Reservation): Promise<Reserved> => {
      const run = await claimRow(reservation)
      return run ? { kind: 'run', run } : findFinished(reservation)
    },

    /** Stores QuickBooks' responses before the next write is sent. Returns false if another caller has the run. */
    saveResponses: async (run: Run, responses: readonly MessageSetResponse[]): Promise<boolean> => {
      const text = JSON.stringify(responses)
      const count = await database.$executeRaw`
        UPDATE request_outcome SET responses = ${text}::jsonb
        WHERE "realmId" = ${run.realmId} AND "requestId" = ${run.requestId} AND claim = ${run.claim}::uuid`
      await onStored(run.realmId, text.length)
      return count > 0
    },

    /**
     * Stores the result for later calls with the `requestid`. If another caller took the run over and finished first,
     * that result wins. Returns the stored result.
     */
    finish: async ({ realmId, requestId, run }: Run, result: Result): Promise<Result> => {
      const text = JSON.stringify(toStoredOutcome(result.outcome))
      const count = await database.$executeRaw`
        UPDATE request_outcome
        SET outcome = ${text}::json, "respondedAt" = ${result.time},
          responses = '[]', claim = NULL, "claimedUntil" = NULL
        WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND run = ${run}::uuid AND outcome IS NULL`
      await onStored(realmId, text.length)
      if (count > 0) return result
      const row = await findRow({ realmId, requestId })
      return (row?.run === run && toResult(row)) || result
    },

    /**
     * Leaves the run to the next call, which continues where it stopped.
     *
     * @param createdAt replaces the time from which the run is kept
     */
    release: async (run: Run, createdAt?: Date): Promise<void> => {
      const data = { claim: null, claimedUntil: null, ...(createdAt && { createdAt }) }
      await database.requestOutcome.updateMany({ where: whereClaimed(run), data })
    },

    /** Stores a run without `requestid` and with an open outcome. One open since `since` stays. */
    storeOpen: async (
      { realmId, requestId, run }: Run,
      { requestHash, responses, now, since }: OpenRun,
    ): Promise<void> => {
      const text = JSON.stringify(responses)
      await database.$executeRaw`
        INSERT INTO request_outcome AS stored ("realmId", "requestId", "requestHash", run, responses, "createdAt")
        VALUES (${realmId}, ${requestId}, ${requestHash}, ${run}::uuid, ${text}::jsonb, ${now})
        ON CONFLICT ("realmId", "requestId") DO UPDATE SET
          run = excluded.run, responses = excluded.responses, "createdAt" = excluded."createdAt",
          claim = NULL, "claimedUntil" = NULL, outcome = NULL, "respondedAt" = NULL
        WHERE stored."createdAt" < ${since}`
      await onStored(realmId, text.length)
    },

    /** Claims an earlier write's open run, unless another caller has it; returns its result if it is finished. */
    resume: async ({
      realmId,
      requestId,
      claim,
      since,
    }: Pick<Run, 'realmId' | 'requestId' | 'claim'> & { readonly since: Date }): Promise<Resumed> => {
      // One statement, because every write without a `requestid` begins with it. If another caller changes the row while
      // this one waits for it, the row is returned as it was before, in flight, and the caller asks again.
      const [row] = await database.$queryRaw<FoundRun[]>`
        WITH resumed AS (
          UPDATE request_outcome SET claim = ${claim}::uuid, "claimedUntil" = now() + make_interval(secs => ${claimSeconds}),
            "claimedBy" = ${claimedBy()}::int
          WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND "createdAt" >= ${since}
            AND outcome IS NULL
            AND (claim IS NULL OR "claimedUntil" < now() OR ${isGone(Prisma.sql`"claimedBy"`)})
          RETURNING run, responses
        )
        SELECT true AS "isResumed", run::text, responses, NULL::json AS outcome, NULL::timestamptz AS "respondedAt"
        FROM resumed
        UNION ALL
        SELECT false, NULL, NULL, outcome, "respondedAt" FROM request_outcome
        WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND "createdAt" >= ${since}
          AND NOT EXISTS (SELECT FROM resumed)`
      if (row === undefined) return { kind: 'none' }
      if (row.isResumed) {
        const { run, responses } = row
        return { kind: 'run', run: { realmId, requestId, run, claim, isFresh: false, responses } }
      }
      const result = toResult(row)
      return result === undefined ? { kind: 'in-flight' } : { kind: 'finished', result }
    },

    /** Frees the `requestid`. */
    forget: async (run: Run): Promise<void> => {
      await database.requestOutcome.deleteMany({ where: whereClaimed(run) })
    },

    /** Frees the `requestid` for another run, which QuickBooks does not take for this one. */
    restart: async (run: Run): Promise<void> => {
      const { realmId, requestId, claim } = run
      await database.$executeRaw`
        UPDATE request_outcome AS stored SET run = ${nextRun}, "requestHash" = ${anyRequest}, responses = '[]',
          claim = NULL, "claimedUntil" = NULL
        WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND claim = ${claim}::uuid`
    },

    /** Extends these runs' claims. */
    renew: async (runs: readonly Run[]): Promise<void> => {
      await database.$executeRaw`
        UPDATE request_outcome AS outcome SET "claimedUntil" = now() + make_interval(secs => ${claimSeconds}),
          "claimedBy" = ${claimedBy()}::int
        FROM unnest(${runs.map(({ realmId }) => realmId)}::bpchar[], ${runs.map(({ requestId }) => requestId)}::text[],
                    ${runs.map(({ claim }) => claim)}::uuid[]) AS held ("realmId", "requestId", claim)
        WHERE outcome."realmId" = held."realmId" AND outcome."requestId" = held."requestId"
          AND outcome.claim = held.claim`
    },

    /**
     * Deletes outcomes and journal rows older than 7 days, and outcomes of writes without a `requestid` after an hour.
     * Cancels queued writes whose server is gone, because no caller waits longer than a few minutes. Rows for message
     * sets on QuickBooks' record stay until a write has cleared them, without their responses.
     */
    sweep: async (now: Date, options: SweepOptions = {}): Promise<void> => {
      const outcomes = { table: 'request_outcome', column: 'createdAt' }
      await sweepExpired(database, { ...outcomes, keptMs }, now, options)
      const repeats = `"requestId" LIKE '${repeatPrefix}%'`
      await sweepExpired(database, { ...outcomes, keptMs: repeatsKeptMs, where: repeats }, now, options)
      const journal = { table: 'write_journal', column: 'createdAt' }
      const unrecorded = `"clearAt" IS NULL OR state IN ('queued', 'cancelled')`
      await sweepExpired(database, { ...journal, keptMs, where: `(${unrecorded})` }, now, options)
      const responses = { where: 'response IS NOT NULL', erases: ['response'] }
      await sweepExpired(database, { ...journal, keptMs, ...responses }, now, options)
      await sweepExpired(database, { ...journal, keptMs: unclearedKeptMs }, now, options)
      const queuedBefore = new Date(now.getTime() - queuedSecondsMax * 1000)
      const cancel = (rows: number) => database.$executeRaw`
        UPDATE write_journal SET state = 'cancelled' WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM write_journal WHERE state = 'queued' AND "createdAt" < ${queuedBefore}
          LIMIT ${rows} FOR UPDATE SKIP LOCKED))`
      await sweepInSteps(cancel, options)
    },
  }
}

/** True if no process holds the key's lock any more. `CASE` tries the lock only where there is a key. */
function isGone(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${key} IS NULL THEN false
    ELSE pg_try_advisory_xact_lock_shared(${presenceLocks}::int, ${key}) END`
}

/** The result in a row; undefined while its run is unfinished. */
function toResult({
  outcome,
  respondedAt,
}: {
  readonly outcome: unknown
  readonly respondedAt: Date | null
}): Result | undefined {
  if (outcome === null || respondedAt === null) return undefined
  return { outcome: toOutcome(outcome as StoredOutcome), time: respondedAt }
}

export type OutcomeStore = ReturnType<typeof createOutcomeStore>
