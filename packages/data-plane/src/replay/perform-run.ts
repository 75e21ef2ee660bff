import { Fault } from '@bridge/faults'
import type { Logger } from 'pino'
import type { CompanyFile } from '../operations/company-file.ts'
import type { Outcome, Result, WriteOperation } from '../operations/operation.ts'
import type { ChangeRecorder } from '../record-changes/change-recorder.ts'
import type { AcknowledgedMessageSets, ClearableMessageSets } from './acknowledged-message-sets.ts'
import { attempt } from './attempt.ts'
import { toClearAt } from './recorded-message-sets.store.ts'
import type { Run, RunClaims } from './run-claims.store.ts'
import { RunCompanyFile, type RunState } from './run-company-file.ts'
import type { RunOutcomes } from './run-outcomes.ts'

/** A write, and the work sending it. */
export interface Write {
  readonly company: CompanyFile
  readonly operation: WriteOperation
  readonly work: (company: CompanyFile) => Promise<Outcome>
}

interface RunPerformerOptions {
  readonly claims: RunClaims
  readonly acknowledged: AcknowledgedMessageSets
  readonly recorded: ClearableMessageSets
  readonly recorder: ChangeRecorder
  readonly clock: () => Date
  readonly logger: Logger
}

/** Performs claimed runs, and keeps their claims. */
export class RunPerformer {
  readonly #options: RunPerformerOptions
  readonly #performed = new Set<Run>()

  constructor(options: RunPerformerOptions) {
    this.#options = options
  }

  /** Runs a write's work as a run, and stores how it ends. */
  async perform(run: Run, { company, operation: { table }, work }: Write, outcomes: RunOutcomes): Promise<Result> {
    const { acknowledged, recorded, clock } = this.#options
    const file = new RunCompanyFile({
      company,
      table,
      run,
      outcomes,
      clearable: company.recall === undefined ? acknowledged : recorded,
      clearAt: toClearAt(run.requestId, clock()),
    })
    this.#performed.add(run)
    try {
      return await this.#finish(run, file.state, await work(file.company), outcomes)
    } catch (error) {
      return await this.#finishFailed(run, file.state, error, outcomes)
    } finally {
      this.#performed.delete(run)
    }
  }

  /** Renews the claims of the runs in progress. */
  async renewClaims(): Promise<void> {
    if (this.#performed.size > 0) await this.#options.claims.renew([...this.#performed])
  }

  async #finish(run: Run, state: RunState, outcome: Outcome | Fault, outcomes: RunOutcomes): Promise<Result> {
    const { acknowledged, recorder, clock, logger } = this.#options
    let result: Result = { outcome, time: clock() }
    const save = async () => {
      result = await outcomes.finish(run, result, state.changes)
      if (state.changes.length > 0) recorder.publish()
    }
    if (await attempt(logger, 'store the outcome of a write', save())) acknowledged.add(run.realmId, state.acknowledged)
    return result
  }

  /** Stores a fault if it is the write's result; rethrows any other. */
  async #finishFailed(run: Run, state: RunState, error: unknown, outcomes: RunOutcomes): Promise<Result> {
    const end = endAfterError(error, run, state)
    if (end === 'finish') return this.#finish(run, state, error as Fault, outcomes)
    const { acknowledged, logger } = this.#options
    const isDone = await attempt(logger, `${end} the run of a write`, outcomes[end](run))
    if (isDone && (end === 'forget' || end === 'restart')) acknowledged.add(run.realmId, state.acknowledged)
    throw findTakeover(error) ?? error
  }
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
