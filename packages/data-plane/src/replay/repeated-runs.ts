import { createHash, randomUUID } from 'node:crypto'
import { Fault } from '@bridge/faults'
import type { Result, WriteOperation } from '../operations/operation.ts'
import type { ChangeRecorder } from '../record-changes/change-recorder.ts'
import type { OutcomeStore } from './outcome.store.ts'
import type { RunPerformer, Write } from './perform-run.ts'
import type { Run, RunClaims } from './run-claims.store.ts'
import { hashRequest, repeatPrefix } from './run-key.ts'
import { createFreshOutcomes, createResumedOutcomes } from './run-outcomes.ts'

interface RepeatedRunsOptions {
  readonly claims: RunClaims
  readonly store: OutcomeStore
  readonly performer: RunPerformer
  readonly recorder: ChangeRecorder
  readonly clock: () => Date
  readonly wait: (ms: number) => Promise<void>
}

/** How long an identical write is a repetition, counted from the last response leaving the outcome open. */
const repeatMs = 5 * 60 * 1000
const maxHeldMs = 60 * 1000
const pollMs = 1_000

const warning =
  'An identical write got no response within the last 5 minutes: this is its result. ' +
  'Send a requestid with each write to write the same twice.'

/**
 * Runs writes without a `requestid`. Only a write with an open outcome is stored; others cost one database query. The
 * client's identical write continues it: it looks for the first one in the journal and in QuickBooks' record of message
 * sets, and sends it again only if it never ran.
 */
export class RepeatedRuns {
  readonly #options: RepeatedRunsOptions

  constructor(options: RepeatedRunsOptions) {
    this.#options = options
  }

  /** Runs a write, or continues the client's identical one. Waits up to 60 s for its outcome. */
  async run(write: Write, client: string): Promise<Result> {
    const { claims, store, performer, recorder, clock, wait } = this.#options
    const key = { realmId: write.company.realmId, requestId: toKey(write.operation, client) }
    const deadline = clock().getTime() + maxHeldMs
    for (;;) {
      const claim = randomUUID()
      const found = await claims.resume({ ...key, claim, since: this.#getSince() })
      if (found.kind === 'none') {
        const run: Run = { ...key, run: randomUUID(), claim, isFresh: true, responses: [] }
        const getTimes = () => ({ now: clock(), since: this.#getSince() })
        return performer.perform(run, write, createFreshOutcomes(store, write.operation, recorder, getTimes))
      }
      if (found.kind === 'finished') return toRepeated(found.result)
      if (found.kind === 'run') {
        const outcomes = createResumedOutcomes(claims, store, clock)
        const result = await performer.perform(found.run, write, outcomes).catch(returnIfUnknown)
        if (!(result instanceof Fault)) return toRepeated(result)
      }
      if (clock().getTime() >= deadline) throw unknownOutcome()
      await wait(pollMs)
    }
  }

  #getSince(): Date {
    return new Date(this.#options.clock().getTime() - repeatMs)
  }
}

/** Returns a write's key: another client's, or one with another body, is no repetition. */
function toKey(operation: WriteOperation, client: string): string {
  const text = JSON.stringify([client, hashRequest(operation)])
  return repeatPrefix + createHash('sha256').update(text).digest('base64url')
}

function toRepeated({ outcome, time }: Result): Result {
  if (outcome instanceof Fault) return { outcome, time }
  return { outcome: { ...outcome, warnings: [warning, ...outcome.warnings] }, time }
}

/** Rethrows any other fault, and one of a desktop that is busy, which may take hours. */
function returnIfUnknown(error: unknown): Fault {
  if (!(error instanceof Fault) || error.code !== 'REQUEST_OUTCOME_UNKNOWN') throw error
  if (error.cause instanceof Fault && error.cause.code === 'AGENT_BUSY') throw error
  return error
}

function unknownOutcome(): Fault {
  return new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    'An identical write got no response, and its outcome cannot be confirmed yet. This one was not sent: repeat it.',
  )
}
