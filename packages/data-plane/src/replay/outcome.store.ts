import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import type { MessageSetResponse } from '@bridge/qbxml'
import type { Result } from '../operations/operation.ts'
import type { RecordChange } from '../record-changes/record-change.ts'
import { storeWith } from '../record-changes/record-changes.store.ts'
import type { Run } from './run-claims.store.ts'
import { toResult, toStoredOutcome } from './stored-outcome.ts'

/** A run whose latest write has no known outcome. */
interface OpenRun {
  readonly requestHash: string
  /** QuickBooks' responses to the exchanges before its latest write. */
  readonly responses: readonly MessageSetResponse[]
  readonly now: Date
  readonly since: Date
}

/** Called after something was stored for a realm, with its size. It does not fail. */
type OnStored = (realmId: RealmId, bytes: number) => Promise<void>

/** Stores outcomes for writes with a `requestid`, each for 7 days [dp-4.2-retries.1]. */
export class OutcomeStore {
  readonly #database: Database
  readonly #onStored: OnStored

  constructor(database: Database, onStored: OnStored = async () => undefined) {
    this.#database = database
    this.#onStored = onStored
  }

  /** Stores QuickBooks' responses before the next write is sent. Returns false if another caller has the run. */
  async saveResponses(run: Run, responses: readonly MessageSetResponse[]): Promise<boolean> {
    const text = JSON.stringify(responses)
    const count = await this.#database.$executeRaw`
      UPDATE request_outcome SET responses = ${text}::jsonb
      WHERE "realmId" = ${run.realmId} AND "requestId" = ${run.requestId} AND claim = ${run.claim}::uuid`
    await this.#onStored(run.realmId, text.length)
    return count > 0
  }

  /**
   * Stores the result for later calls with the `requestid`. If another caller took the run over and finished first,
   * that result wins. Returns the stored result.
   *
   * @param changes what the run has changed, stored with its result
   */
  async finish(
    { realmId, requestId, run }: Run,
    result: Result,
    changes: readonly RecordChange[] = [],
  ): Promise<Result> {
    const text = JSON.stringify(toStoredOutcome(result.outcome))
    const update = Prisma.sql`
      UPDATE request_outcome
      SET outcome = ${text}::json, "respondedAt" = ${result.time},
        responses = '[]', claim = NULL, "claimedUntil" = NULL
      WHERE "realmId" = ${realmId} AND "requestId" = ${requestId} AND run = ${run}::uuid AND outcome IS NULL`
    const count = await this.#runAndStore(update, realmId, changes)
    await this.#onStored(realmId, text.length)
    if (count > 0) return result
    const row = await this.#database.requestOutcome.findUnique({
      where: { realmId_requestId: { realmId, requestId } },
    })
    return (row?.run === run && toResult(row)) || result
  }

  /** Runs an update with the changes to store, in one statement. Returns how many rows it updated. */
  async #runAndStore(update: Prisma.Sql, realmId: RealmId, changes: readonly RecordChange[]): Promise<number> {
    if (changes.length === 0) return this.#database.$executeRaw(update)
    const updated = Prisma.sql`${update} RETURNING true`
    const [row] = await this.#database.$queryRaw<{ count: number }[]>(storeWith(updated, realmId, changes))
    return row?.count ?? 0
  }

  /** Stores a run without `requestid` and with an open outcome. One open since `since` stays. */
  async storeOpen({ realmId, requestId, run }: Run, { requestHash, responses, now, since }: OpenRun): Promise<void> {
    const text = JSON.stringify(responses)
    await this.#database.$executeRaw`
      INSERT INTO request_outcome AS stored ("realmId", "requestId", "requestHash", run, responses, "createdAt")
      VALUES (${realmId}, ${requestId}, ${requestHash}, ${run}::uuid, ${text}::jsonb, ${now})
      ON CONFLICT ("realmId", "requestId") DO UPDATE SET
        run = excluded.run, responses = excluded.responses, "createdAt" = excluded."createdAt",
        claim = NULL, "claimedUntil" = NULL, outcome = NULL, "respondedAt" = NULL
      WHERE stored."createdAt" < ${since}`
    await this.#onStored(realmId, text.length)
  }
}
