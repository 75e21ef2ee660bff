import { randomUUID } from 'node:crypto'
import { Fault } from '@bridge/faults'
import type { CompanyFile } from '../data-plane/company-file.ts'
import type { Operation, Outcome, WriteOperation } from '../data-plane/operation.ts'
import { faultAnswer, type HttpAnswer, successAnswer } from '../data-plane/response.ts'
import type { Dependencies } from '../dependencies.ts'
import { createForgettableSets } from './acknowledged-message-sets.ts'
import { createOutcomeStore, type Run } from './replay.store.ts'
import { createRunLog, type RunState } from './run-desktop.ts'
import { requestHashOf } from './run-key.ts'

/** A write that carries a `requestid`. */
export interface RepeatableWrite {
  readonly company: CompanyFile
  /** The `requestid`; of an item of a batch `requestid:bId`. */
  readonly requestId: string
  readonly operation: WriteOperation
}

/** The operation as a write that carries a `requestid`; nothing where it is none. */
export function repeatableWrite(company: CompanyFile, operation: Operation): RepeatableWrite | undefined {
  return 'body' in operation && operation.requestId !== undefined
    ? { company, requestId: operation.requestId, operation }
    : undefined
}

/** Runs writes with a `requestid` once, and answers every repetition as the first call was answered. */
export interface Replay {
  /**
   * The answer to a write: of `work`, which exchanges through the company file it is given; or the one that was given
   * before, faults included. A fault that was raised before QuickBooks carried anything out, or because of a momentary
   * lock, is not remembered, so that the same id is free for another attempt.
   *
   * @throws Fault `REQUESTID_BODY_MISMATCH`, `REQUEST_IN_FLIGHT`, `REQUEST_OUTCOME_UNKNOWN`, and what `work` throws and
   * is not remembered
   */
  answer(write: RepeatableWrite, work: (company: CompanyFile) => Promise<Outcome>): Promise<HttpAnswer>
  /** Forgets what is older than 7 days, and cancels writes that a server left queued. */
  sweep(): Promise<void>
  /** Ends the timers. */
  close(): void
}

const renewMs = 5_000
const sweepMs = 10 * 60 * 1000
const retryAfterSeconds = 2

/** One store of outcomes for all servers (specification, 4.2, "Safe retries"). */
export function createReplay({
  database,
  clock,
  logger,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'>): Replay {
  const store = createOutcomeStore(database)
  const forgettable = createForgettableSets(clock)
  const held = new Set<Run>()

  /** Does what is not worth failing a call for: whatever it leaves undone, the next call or the sweep does. */
  const quietly = async (what: string, work: Promise<void>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      logger.error({ err: error }, `could not ${what}`)
      return false
    }
  }
  const sweep = () => store.sweep(clock())
  const renewal = setInterval(() => {
    if (held.size > 0) void quietly('renew the claims of writes', store.renew([...held]))
  }, renewMs).unref()
  const sweeping = setInterval(() => void quietly('sweep the outcomes of writes', sweep()), sweepMs).unref()

  const settle = async (run: Run, state: RunState, answer: HttpAnswer): Promise<HttpAnswer> => {
    let standing = answer
    const remember = async () => {
      standing = await store.settle(run, answer)
    }
    if (await quietly('remember the outcome of a write', remember())) {
      forgettable.add(run.realmId, state.answeredSets)
    }
    return standing
  }

  /** The answer of a fault that is remembered; rethrows any other. */
  const settleFault = async (run: Run, state: RunState, error: unknown): Promise<HttpAnswer> => {
    const end = endOf(error, run, state)
    if (end === 'remember') {
      const fault = error as Fault
      return settle(run, state, faultAnswer(fault, clock(), `${config.baseUrl}/docs/errors`))
    }
    const isDone = await quietly(`${end} a requestid`, store[end](run))
    if (isDone && end === 'forget') forgettable.add(run.realmId, state.answeredSets)
    throw lossOf(error) ?? error
  }

  const perform = async (
    run: Run,
    { company, operation }: RepeatableWrite,
    work: (company: CompanyFile) => Promise<Outcome>,
  ): Promise<HttpAnswer> => {
    const log = createRunLog({ company, table: operation.table, run, store, forgettable })
    held.add(run)
    try {
      const outcome = await work({ ...company, log })
      return await settle(run, log.state, successAnswer(outcome, clock()))
    } catch (error) {
      return await settleFault(run, log.state, error)
    } finally {
      held.delete(run)
    }
  }

  return {
    answer: async (write, work) => {
      const { company, requestId, operation } = write
      const { realmId } = company
      const reserved = await store.reserve({
        realmId,
        requestId,
        requestHash: requestHashOf(operation),
        run: randomUUID(),
        claim: randomUUID(),
        now: clock(),
      })
      switch (reserved.kind) {
        case 'run':
          return perform(reserved.run, write, work)
        case 'settled':
          return reserved.answer
        case 'other-request':
          throw new Fault(
            'REQUESTID_BODY_MISMATCH',
            'This requestid was used for a request with another body, entity or operation. Nothing was run.',
            { element: 'requestid' },
          )
        case 'in-flight':
          throw new Fault('REQUEST_IN_FLIGHT', 'The first request with this requestid has not ended yet.', {
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

/** What becomes of the `requestid` of a run that ended with an error. */
function endOf(error: unknown, run: Run, state: RunState): 'remember' | 'release' | 'forget' {
  if (state.isOpen) return 'release'
  if (!state.isExecuted) return run.isFresh ? 'forget' : 'release'
  if (!(error instanceof Fault) || isInterrupted(error)) return 'release'
  return state.isTransient && !state.hasChanged ? 'forget' : 'remember'
}

/** Whether it was an interruption, or says what one left undone. */
function isInterrupted({ code, cause }: Fault): boolean {
  return interruptions.has(code) || (cause instanceof Fault && isInterrupted(cause))
}

/** That the run was lost to another caller, which says more than what that left undone here. */
function lossOf(error: unknown): Fault | undefined {
  if (!(error instanceof Fault)) return undefined
  return error.code === 'REQUEST_IN_FLIGHT' ? error : lossOf(error.cause)
}

/** Faults that say nothing of the write: the line or the service failed, and the next call goes on where this one stopped. */
const interruptions: ReadonlySet<string> = new Set([
  'AGENT_OFFLINE',
  'APP_NOT_OPEN',
  'AGENT_EXECUTION_ERROR',
  'AGENT_TIMEOUT',
  'REQUEST_OUTCOME_UNKNOWN',
  'REQUEST_IN_FLIGHT',
  'INTERNAL_ERROR',
  '500',
])
