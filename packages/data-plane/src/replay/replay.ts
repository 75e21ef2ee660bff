import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RealmId } from '@bridge/agent-protocol'
import type { Presence } from '@bridge/database'
import { Fault } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { WriteDescription } from '../desktop/desktop.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import type { Operation, Outcome, Result, WriteOperation } from '../operations/operation.ts'
import { createAcknowledgedMessageSets } from './acknowledged-message-sets.ts'
import { createOutcomeQuota } from './outcome-quota.store.ts'
import { createRecordedMessageSets, toClearAt } from './recorded-message-sets.store.ts'
import { createRepeatedRuns, type PerformRun, type RunOutcomes } from './repeated-runs.ts'
import { createOutcomeStore, type Run } from './replay.store.ts'
import { createRunCompanyFile, type RunState } from './run-company-file.ts'
import { firstRun, hashRequest, listMessageSetIds } from './run-key.ts'

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
  readonly config: Pick<ServerConfig, 'outcomeBytesMax'>
  /** Waits for some milliseconds. */
  readonly wait?: (ms: number) => Promise<void>
  /** Shows other servers that this one lives; they take over its runs when it does not. */
  readonly presence?: Pick<Presence, 'getKey'> | undefined
}

/** Creates the write replay, with one outcome store for all servers [dp-4.2-retries.1]. */
export function createReplay({ database, clock, logger, config, wait = delay, presence }: ReplayOptions): Replay {
  const quota = createOutcomeQuota(database, config.outcomeBytesMax)
  const store = createOutcomeStore(database, {
    onStored: async (realmId, bytes) => {
      await attempt('drop old outcomes of writes', quota.add(realmId, bytes, clock()))
    },
    getKey: presence?.getKey,
  })
  const acknowledged = createAcknowledgedMessageSets(clock)
  const recorded = createRecordedMessageSets(database, clock)
  const claimed = new Set<Run>()

  /** Runs work whose failure must not fail a call, because the next call or the sweep makes up for it. */
  const attempt = async (what: string, work: Promise<void>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      logger.error({ err: error }, `Could not ${what}`)
      return false
    }
  }
  const sweep = () => store.sweep(clock())
  const renewal = setInterval(() => {
    if (claimed.size > 0) void attempt('renew the claims of writes', store.renew([...claimed]))
  }, renewMs).unref()
  const sweeping = setInterval(() => void attempt('sweep the outcomes of writes', sweep()), sweepMs).unref()

  const finish = async (
    run: Run,
    state: RunState,
    outcome: Outcome | Fault,
    outcomes: RunOutcomes,
  ): Promise<Result> => {
    let result: Result = { outcome, time: clock() }
    const save = async () => {
      result = await outcomes.finish(run, result)
    }
    if (await attempt('store the outcome of a write', save())) acknowledged.add(run.realmId, state.acknowledged)
    return result
  }

  /** Stores a fault if it is the write's result; rethrows any other. */
  const finishFailed = async (run: Run, state: RunState, error: unknown, outcomes: RunOutcomes): Promise<Result> => {
    const end = endAfterError(error, run, state)
    if (end === 'finish') return finish(run, state, error as Fault, outcomes)
    const isDone = await attempt(`${end} the run of a write`, outcomes[end](run))
    if (isDone && (end === 'forget' || end === 'restart')) acknowledged.add(run.realmId, state.acknowledged)
    throw findTakeover(error) ?? error
  }

  const perform: PerformRun = async (run, company, { table }, work, outcomes = store) => {
    // Without a requestid, a lost write is left to its repeat: a batch ends where its connection was lost.
    const findsLost = outcomes === store
    const running = createRunCompanyFile({
      company,
      table,
      run,
      store: outcomes,
      clearable: company.recall === undefined ? acknowledged : recorded,
      clearAt: toClearAt(run.requestId, clock()),
      findsLost,
    })
    claimed.add(run)
    try {
      return await finish(run, running.state, await work(running.company), outcomes)
    } catch (error) {
      return await finishFailed(run, running.state, error, outcomes)
    } finally {
      claimed.delete(run)
    }
  }
  const runRepeated = createRepeatedRuns({ store, perform, clock, wait })

  return {
    run: async (company, operation, client, work) => {
      if (!isRepeatable(operation)) {
        if (client === undefined) return { outcome: await work(company), time: clock() }
        return runRepeated(company, operation, client, work)
      }
      const { realmId } = company
      const { requestId } = operation.write
      const reserved = await store.reserve({
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
          return perform(reserved.run, company, operation, work)
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
    },
    sweep,
    close: () => {
      clearInterval(renewal)
      clearInterval(sweeping)
    },
  }
}

/** Returns a `requestid`'s first run, and another one for its use after 7 days. */
function toFirstRun(realmId: RealmId, requestId: string) {
  const run = firstRun(realmId, requestId)
  return { run, unrecorded: { run: randomUUID(), messageSetIds: listMessageSetIds({ realmId, requestId, run }) } }
}

/** Decides what happens to a failed run's `requestid`. */
function endAfterError(error: unknown, run: Run, state: RunState): 'finish' | 'release' | 'forget' | 'restart' {
  if (state.isUnknown) return 'release'
  if (!state.isExecuted) return run.isFresh ? 'forget' : 'release'
  if (!(error instanceof Fault) || isInterruption(error)) return 'release'
  return state.isTransient && !state.hasChanged ? 'restart' : 'finish'
}

function isInterruption({ code, cause }: Fault): boolean {
  return interruptions.has(code) || (cause instanceof Fault && isInterruption(cause))
}

/** Finds the fault reporting a takeover, which explains more than the resulting failures. */
function findTakeover(error: unknown): Fault | undefined {
  if (!(error instanceof Fault)) return undefined
  return error.code === 'REQUEST_IN_FLIGHT' ? error : findTakeover(error.cause)
}

/** Connection or service faults, after which the next call continues where this one stopped. */
const interruptions: ReadonlySet<string> = new Set([
  'AGENT_OFFLINE',
  'AGENT_BUSY',
  'APP_NOT_OPEN',
  'AGENT_EXECUTION_ERROR',
  'AGENT_TIMEOUT',
  'REQUEST_OUTCOME_UNKNOWN',
  'REQUEST_IN_FLIGHT',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
  '500',
])
