import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { hasResponse, type RealmId } from '@bridge/agent-protocol'
import type { Presence } from '@bridge/database'
import { Fault } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { WriteDescription } from '../desktop/desktop.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import type { Operation, Outcome, Result, WriteOperation } from '../operations/operation.ts'
import type { ChangeRecorder } from '../record-changes/change-recorder.ts'
import type { RecordChange } from '../record-changes/record-change.ts'
import { findWrittenChanges } from '../record-changes/written-changes.ts'
import { createAcknowledgedMessageSets } from './acknowledged-message-sets.ts'
import { attempt } from './attempt.ts'
import { OutcomeStore } from './outcome.store.ts'
import { createOutcomeQuota } from './outcome-quota.store.ts'
import { sweepOutcomes } from './outcome-retention.store.ts'
import { RunPerformer, type Write } from './perform-run.ts'
import { createRecordedMessageSets } from './recorded-message-sets.store.ts'
import { RepeatedRuns } from './repeated-runs.ts'
import { RunClaims } from './run-claims.store.ts'
import { firstRun, hashRequest, listMessageSetIds } from './run-key.ts'
import { createRequestOutcomes } from './run-outcomes.ts'

/** A write with a `requestid`. */
export type RepeatableWrite = WriteOperation & {
  /** A batch item's `requestid` is `requestid:bId`. */
  readonly write: WriteDescription & { readonly requestId: string }
}

export function isWriteOperation(operation: Operation): operation is WriteOperation {
  return 'write' in operation
}

function isRepeatable(operation: WriteOperation): operation is RepeatableWrite {
  return operation.write.requestId !== undefined
}

/** Runs writes once, and replays the result to every repetition. */
export interface Replay {
  /**
   * Runs `work` over its own view of the company file, or returns an earlier call's result for the `requestid`, whether
   * an outcome or a fault. A fault from before QuickBooks executed anything, or because of a momentary lock, is not
   * stored: the `requestid` is free for another attempt.
   *
   * A write without a `requestid` is a repetition if the client's identical one got no response within the last 5
   * minutes. It waits up to 60 s for the first one's outcome.
   *
   * @param client whose identical writes are repetitions; undefined for none
   * @throws Fault `REQUESTID_BODY_MISMATCH`, `REQUEST_IN_FLIGHT`, `REQUEST_OUTCOME_UNKNOWN`, and other faults from
   *   `work`
   */
  run(
    company: CompanyFile,
    operation: WriteOperation,
    client: string | undefined,
    work: (company: CompanyFile) => Promise<Outcome>,
  ): Promise<Result>
  /** Deletes outcomes older than 7 days, and cancels writes a server left queued. */
  sweep(): Promise<void>
  /** Stops the timers. */
  close(): void
}

const renewMs = 5_000
const sweepMs = 10 * 60 * 1000
const retryAfterSeconds = 2

interface ReplayOptions extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  readonly config: Pick<ServerConfig, 'maxOutcomeBytes'>
  /** Waits for some milliseconds. */
  readonly wait?: (ms: number) => Promise<void>
  /** Shows other servers that this one lives; they take over its runs when it does not. */
  readonly presence?: Pick<Presence, 'getKey'> | undefined
  readonly recorder: ChangeRecorder
}

interface ReplayParts extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  readonly claims: RunClaims
  readonly store: OutcomeStore
  readonly performer: RunPerformer
  readonly recorder: ChangeRecorder
  readonly repeated: RepeatedRuns
}

/** Creates the write replay, with one outcome store for all servers [dp-4.2-retries.1]. */
export function createReplay({
  database,
  clock,
  logger,
  config,
  wait = delay,
  presence,
  recorder,
}: ReplayOptions): Replay {
  const quota = createOutcomeQuota(database, config.maxOutcomeBytes)
  const store = new OutcomeStore(database, async (realmId, bytes) => {
    await attempt(logger, 'drop old outcomes of writes', quota.add(realmId, bytes, clock()))
  })
  const claims = new RunClaims(database, presence?.getKey)
  const acknowledged = createAcknowledgedMessageSets(clock)
  const recorded = createRecordedMessageSets(database, clock)
  const performer = new RunPerformer({ claims, acknowledged, recorded, recorder, clock, logger })
  const repeated = new RepeatedRuns({ claims, store, performer, recorder, clock, wait })
  const replay = new WriteReplay({ database, clock, logger, claims, store, performer, recorder, repeated })
  replay.start()
  return replay
}

class WriteReplay implements Replay {
  readonly #parts: ReplayParts
  #timers: readonly NodeJS.Timeout[] = []

  constructor(parts: ReplayParts) {
    this.#parts = parts
  }

  /** Starts renewing claims and sweeping outcomes. */
  start(): void {
    const { performer, logger } = this.#parts
    const renew = () => void attempt(logger, 'renew the claims of writes', performer.renewClaims())
    const sweep = () => void attempt(logger, 'sweep the outcomes of writes', this.sweep())
    this.#timers = [setInterval(renew, renewMs).unref(), setInterval(sweep, sweepMs).unref()]
  }

  async run(
    company: CompanyFile,
    operation: WriteOperation,
    client: string | undefined,
    work: (company: CompanyFile) => Promise<Outcome>,
  ): Promise<Result> {
    const { repeated } = this.#parts
    if (isRepeatable(operation)) return this.#runOnce({ company, operation, work }, operation.write.requestId)
    if (client === undefined) return this.#runUnheld(company, work)
    return repeated.run({ company, operation, work }, client)
  }

  sweep(): Promise<void> {
    const { database, clock } = this.#parts
    return sweepOutcomes(database, clock())
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Runs a write whose repetition is another write. */
  async #runUnheld(company: CompanyFile, work: (company: CompanyFile) => Promise<Outcome>): Promise<Result> {
    const { clock, logger, recorder } = this.#parts
    if (company.reportsChanges !== true) return { outcome: await work(company), time: clock() }
    const written: RecordChange[] = []
    const exchange: CompanyFile['exchange'] = async (set, options) => {
      const outcome = await company.exchange(set, options)
      if (options.kind === 'write' && hasResponse(outcome))
        written.push(...findWrittenChanges(company, outcome.response))
      return outcome
    }
    try {
      return { outcome: await work({ ...company, exchange }), time: clock() }
    } finally {
      await attempt(logger, 'store the changes of a write', recorder.store(company.realmId, written))
      if (written.length > 0) recorder.publish()
    }
  }

  async #runOnce(write: Write, requestId: string): Promise<Result> {
    const { claims, store, performer, clock } = this.#parts
    const { company, operation } = write
    const { realmId } = company
    const reserved = await claims.reserve({
      realmId,
      requestId,
      requestHash: hashRequest(operation),
      // A sandbox's company file is in the database: both are restored together.
      ...(company.recall === undefined ? { run: randomUUID() } : toFirstRun(realmId, requestId)),
      claim: randomUUID(),
      now: clock(),
    })
    switch (reserved.kind) {
      case 'run':
        return performer.perform(reserved.run, write, createRequestOutcomes(claims, store))
      case 'finished':
        return reserved.result
      case 'other-request':
        throw new Fault(
          'REQUESTID_BODY_MISMATCH',
          'This requestid was used for a request with another body, entity or operation. Nothing was run.',
          { element: 'requestid' },
        )
      case 'in-flight':
        throw new Fault('REQUEST_IN_FLIGHT', 'The first request with this requestid has not finished yet.', {
          retryAfterSeconds,
        })
    }
  }
}

/** Returns a `requestid`'s first run, and another one for its use after 7 days. */
function toFirstRun(realmId: RealmId, requestId: string) {
  const run = firstRun(realmId, requestId)
  return { run, unrecorded: { run: randomUUID(), messageSetIds: listMessageSetIds({ realmId, requestId, run }) } }
}
