import { type Database, Prisma, presenceLocks } from '@bridge/database'
import type { MessageSetResponse } from '@bridge/qbxml'
import type { Result } from '../operations/operation.ts'
import { keptMs } from './outcome-retention.store.ts'
import { isSentWrite } from './recorded-message-sets.store.ts'
import type { RunKey } from './run-key.ts'
import { toResult } from './stored-outcome.ts'

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

export interface Reservation extends RunKey {
  /** Replaces `run` if QuickBooks still has one of its message sets on record from more than 7 days ago. */
  readonly unrecorded?: { readonly run: string; readonly messageSetIds: readonly string[] } | undefined
  readonly requestHash: string
  /** A UUID created by the caller. */
  readonly claim: string
  readonly now: Date
}

type Claimed = Pick<Run, 'run' | 'responses' | 'isFresh'>

/** A claimed run, or what another caller has stored for it. */
type FoundRun =
  | { readonly isResumed: true; readonly run: string; readonly responses: readonly MessageSetResponse[] }
  | { readonly isResumed: false; readonly outcome: unknown; readonly respondedAt: Date | null }

const claimSeconds = 15

/** The run after the one in the row `stored`. */
const nextRun = Prisma.sql`md5(stored.run::text)::uuid`

/** Replaces a request's hash: the next request may be any. */
const anyRequest = ''

/** Lets one caller at a time have a write's run. */
export class RunClaims {
  readonly #database: Database
  readonly #getKey: () => number | undefined

  /** @param getKey returns the key of the lock held by this server while it lives, if any */
  constructor(database: Database, getKey: () => number | undefined = () => undefined) {
    this.#database = database
    this.#getKey = getKey
  }

  /** Claims a free `requestid`, or one whose run another caller left unfinished. */
  async reserve(reservation: Reservation): Promise<Reserved> {
    const run = await this.#claim(reservation)
    return run ? { kind: 'run', run } : this.#findFinished(reservation)
  }

  /** Claims an earlier write's open run, unless another caller has it; returns its result if it is finished. */
  async resume({
    realmId,
    requestId,
    claim,
    since,
  }: Pick<Run, 'realmId' | 'requestId' | 'claim'> & { readonly since: Date }): Promise<Resumed> {
    // One statement, because every write without a `requestid` begins with it. If another caller changes the row while
    // this one waits for it, the row is returned as it was before, in flight, and the caller asks again.
    const [row] = await this.#database.$queryRaw<FoundRun[]>`
      WITH resumed AS (
        UPDATE request_outcome SET claim = ${claim}::uuid, "claimedUntil" = now() + make_interval(secs => ${claimSeconds}),
          "claimedBy" = ${this.#getClaimedBy()}::int
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
    if (!row.isResumed) return toState(row)
    const { run, responses } = row
    return { kind: 'run', run: { realmId, requestId, run, claim, isFresh: false, responses } }
  }

  /** Extends these runs' claims. */
  async renew(runs: readonly Run[]): Promise<void> {
    await this.#database.$executeRaw`
      UPDATE request_outcome AS outcome SET "claimedUntil" = now() + make_interval(secs => ${claimSeconds}),
        "claimedBy" = ${this.#getClaimedBy()}::int
      FROM unnest(${runs.map(({ realmId }) => realmId)}::bpchar[], ${runs.map(({ requestId }) => requestId)}::text[],
                  ${runs.map(({ claim }) => claim)}::uuid[]) AS held ("realmId", "requestId", claim)
      WHERE outcome."realmId" = held."realmId" AND outcome."requestId" = held."requestId"
        AND outcome.claim = held.claim`
  }

  /**
   * Leaves the run to the next call, which continues where it stopped.
   *
   * @param createdAt replaces the time from which the run is kept
   */
  async release(run: Run, createdAt?: Date): Promise<void> {
    const data = { claim: null, claimedUntil: null, ...(createdAt && { createdAt }) }
    await this.#database.requestOutcome.updateMany({ where: whereClaimed(run), data })
  }

  /** Frees the `requestid`. */
  async forget(run: Run): Promise<void> {
    await this.#database.requestOutcome.deleteMany({ where: whereClaimed(run) })
  }

  /** Frees the `requestid` for another run, which QuickBooks does not take for this one. */
  async restart({ realmId, requestId, claim }: Run): Promise<void> {
    await this.#database.$executeRaw`
      UPDATE request_outcome AS stored SET run = ${nextRun}, "requestHash" = ${anyRequest}, responses = '[]',
        claim = NULL, "claimedUntil" = NULL
      WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND claim = ${claim}::uuid`
  }

  #getClaimedBy(): number | null {
    return this.#getKey() ?? null
  }

  async #claim(reservation: Reservation): Promise<Run | undefined> {
    const { realmId, requestId, requestHash, claim, now } = reservation
    const forgottenBefore = new Date(now.getTime() - keptMs)
    // An inserted row has no `xmax`: the run was never claimed before.
    const [row] = await this.#database.$queryRaw<Claimed[]>`
      INSERT INTO request_outcome AS stored
        ("realmId", "requestId", "requestHash", run, claim, "claimedUntil", "claimedBy", "createdAt")
      VALUES (${realmId}, ${requestId}, ${requestHash}, ${selectRun(reservation, forgottenBefore)}, ${claim}::uuid,
              now() + make_interval(secs => ${claimSeconds}), ${this.#getClaimedBy()}::int, ${now})
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

  async #findFinished({ realmId, requestId, requestHash }: Reservation): Promise<Reserved> {
    const row = await this.#database.requestOutcome.findUnique({
      where: { realmId_requestId: { realmId, requestId } },
    })
    if (row !== null && row.requestHash !== requestHash) return { kind: 'other-request' }
    return row === null ? { kind: 'in-flight' } : toState(row)
  }
}

/** Selects a new row's run, which QuickBooks must not take for one that is forgotten here. */
function selectRun({ realmId, run, unrecorded }: Reservation, forgottenBefore: Date): Prisma.Sql {
  if (unrecorded === undefined) return Prisma.sql`${run}::uuid`
  return Prisma.sql`CASE WHEN EXISTS (
      SELECT FROM write_journal WHERE "realmId" = ${realmId} AND "messageSetId" = ANY(${unrecorded.messageSetIds})
        AND "createdAt" < ${forgottenBefore} AND ${isSentWrite})
    THEN ${unrecorded.run}::uuid ELSE ${run}::uuid END`
}

function whereClaimed({ realmId, requestId, claim }: Run) {
  return { realmId, requestId, claim }
}

function toState(
  row: Parameters<typeof toResult>[0],
): { readonly kind: 'in-flight' } | { readonly kind: 'finished'; readonly result: Result } {
  const result = toResult(row)
  return result === undefined ? { kind: 'in-flight' } : { kind: 'finished', result }
}

/** True if no process holds the key's lock any more. `CASE` tries the lock only where there is a key. */
function isGone(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${key} IS NULL THEN false
    ELSE pg_try_advisory_xact_lock_shared(${presenceLocks}::int, ${key}) END`
}
