import type { Database } from '@bridge/database'
import type { MessageSetResponse } from '@bridge/translation/qbxml'
import type { HttpAnswer } from '../data-plane/response.ts'
import type { RunKey } from './run-key.ts'

/** A run of a write that one caller holds; without a sign of life for 15 s another one may take it over. */
export interface Run extends RunKey {
  readonly claim: string
  /** Nobody held it before, so that nothing of it was sent. */
  readonly isFresh: boolean
  /** What QuickBooks answered to the exchanges before its latest write. */
  readonly answers: readonly MessageSetResponse[]
}

/** What a `requestid` stands for when a request arrives with it. */
export type Reserved =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'settled'; readonly answer: HttpAnswer }
  | { readonly kind: 'other-request' | 'in-flight' }

const keptMs = 7 * 24 * 60 * 60 * 1000
const claimSeconds = 15
const queuedSecondsMax = 600

interface Reservation extends RunKey {
  readonly requestHash: string
  /** A UUID of the caller's. */
  readonly claim: string
  readonly now: Date
}

/** The outcomes of writes with a `requestid`, each remembered for 7 days (specification, section 8). */
export function createOutcomeStore(database: Database) {
  const claimRow = async ({
    realmId,
    requestId,
    requestHash,
    run,
    claim,
    now,
  }: Reservation): Promise<Run | undefined> => {
    const forgottenBefore = new Date(now.getTime() - keptMs)
    const [row] = await database.$queryRaw<{ run: string; answers: MessageSetResponse[] }[]>`
      INSERT INTO request_outcome AS stored
        ("realmId", "requestId", "requestHash", run, claim, "claimedUntil", "createdAt")
      VALUES (${realmId}, ${requestId}, ${requestHash}, ${run}::uuid, ${claim}::uuid,
              now() + make_interval(secs => ${claimSeconds}), ${now})
      ON CONFLICT ("realmId", "requestId") DO UPDATE SET
        "requestHash" = excluded."requestHash", claim = excluded.claim, "claimedUntil" = excluded."claimedUntil",
        run = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN excluded.run ELSE stored.run END,
        answers = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN excluded.answers ELSE stored.answers END,
        "createdAt" = CASE WHEN stored."createdAt" < ${forgottenBefore} THEN excluded."createdAt"
                      ELSE stored."createdAt" END,
        status = NULL, headers = NULL, body = NULL, code = NULL
      WHERE stored."createdAt" < ${forgottenBefore}
         OR (stored.status IS NULL AND stored."requestHash" = excluded."requestHash"
             AND (stored.claim IS NULL OR stored."claimedUntil" < now()))
      RETURNING run::text, answers`
    return row && { realmId, requestId, run: row.run, claim, isFresh: row.run === run, answers: row.answers }
  }

  const findSettled = async ({ realmId, requestId, requestHash }: Reservation): Promise<Reserved | undefined> => {
    const row = await database.requestOutcome.findUnique({ where: { realmId_requestId: { realmId, requestId } } })
    if (row === null) return undefined
    if (row.requestHash !== requestHash) return { kind: 'other-request' }
    const answer = answerOf(row)
    return answer === undefined ? { kind: 'in-flight' } : { kind: 'settled', answer }
  }

  const mine = ({ realmId, requestId, claim }: Run) => ({ realmId, requestId, claim })

  return {
    /** Takes a free `requestid`, or one whose run was left unsettled by a caller that is gone. */
    reserve: async (reservation: Reservation): Promise<Reserved> => {
      const run = await claimRow(reservation)
      if (run) return { kind: 'run', run }
      return (await findSettled(reservation)) ?? { kind: 'in-flight' }
    },

    /** Keeps what QuickBooks answered so far, before the next write is sent; false where another caller has the run. */
    saveAnswers: async (run: Run, answers: readonly MessageSetResponse[]): Promise<boolean> => {
      const count = await database.$executeRaw`
        UPDATE request_outcome SET answers = ${JSON.stringify(answers)}::jsonb
        WHERE "realmId" = ${run.realmId} AND "requestId" = ${run.requestId} AND claim = ${run.claim}::uuid`
      return count > 0
    },

    /**
     * Remembers the answer, which is what every later call with the `requestid` gets. Where another caller took the run
     * over meanwhile, the first answer stands; gives the one that does.
     */
    settle: async ({ realmId, requestId, run }: Run, answer: HttpAnswer): Promise<HttpAnswer> => {
      const { status, headers, body, code = null } = answer
      const { count } = await database.requestOutcome.updateMany({
        where: { realmId, requestId, run, status: null },
        data: { status, headers, body, code, answers: [], claim: null, claimedUntil: null },
      })
      if (count > 0) return answer
      const row = await database.requestOutcome.findUnique({ where: { realmId_requestId: { realmId, requestId } } })
      return (row?.run === run && answerOf(row)) || answer
    },

    /** Leaves the run to the next call, which goes on where it stopped. */
    release: async (run: Run): Promise<void> => {
      await database.requestOutcome.updateMany({ where: mine(run), data: { claim: null, claimedUntil: null } })
    },

    /** Gives the `requestid` free. */
    forget: async (run: Run): Promise<void> => {
      await database.requestOutcome.deleteMany({ where: mine(run) })
    },

    /** Shows that these runs go on. */
    renew: async (runs: readonly Run[]): Promise<void> => {
      await database.$executeRaw`
        UPDATE request_outcome AS outcome SET "claimedUntil" = now() + make_interval(secs => ${claimSeconds})
        FROM unnest(${runs.map(({ realmId }) => realmId)}::text[], ${runs.map(({ requestId }) => requestId)}::text[],
                    ${runs.map(({ claim }) => claim)}::uuid[]) AS held ("realmId", "requestId", claim)
        WHERE outcome."realmId" = held."realmId" AND outcome."requestId" = held."requestId"
          AND outcome.claim = held.claim`
    },

    /**
     * Forgets the outcomes and journal rows of more than 7 days ago, and cancels the rows of writes that a server queued
     * and then was not there to send: a caller waits for minutes at most.
     */
    sweep: async (now: Date): Promise<void> => {
      const old = { createdAt: { lt: new Date(now.getTime() - keptMs) } }
      await database.requestOutcome.deleteMany({ where: old })
      await database.writeJournal.deleteMany({ where: old })
      const queuedBefore = new Date(now.getTime() - queuedSecondsMax * 1000)
      await database.writeJournal.updateMany({
        where: { state: 'queued', createdAt: { lt: queuedBefore } },
        data: { state: 'cancelled' },
      })
    },
  }
}

interface StoredOutcome {
  readonly status: number | null
  readonly headers: unknown
  readonly body: string | null
  readonly code: string | null
}

/** The answer that a row remembers; nothing while its run is not settled. */
function answerOf({ status, headers, body, code }: StoredOutcome): HttpAnswer | undefined {
  return status === null
    ? undefined
    : { status, headers: headers as Record<string, string>, body: body ?? '', ...(code !== null && { code }) }
}

export type OutcomeStore = ReturnType<typeof createOutcomeStore>
