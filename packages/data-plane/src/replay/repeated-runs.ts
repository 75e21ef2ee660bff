import { createHash, randomUUID } from 'node:crypto'
import { Fault } from '@bridge/faults'
import type { MessageSetResponse } from '@bridge/qbxml'
import type { CompanyFile } from '../operations/company-file.ts'
import type { Outcome, Result, WriteOperation } from '../operations/operation.ts'
import { type OutcomeStore, type Run, repeatPrefix } from './replay.store.ts'
import { hashRequest } from './run-key.ts'

/** Where a run stores how it ended. */
export type RunOutcomes = Pick<OutcomeStore, 'saveResponses' | 'finish' | 'forget' | 'restart'> & {
  release(run: Run): Promise<void>
}

/** Runs `work` as a run, and stores how it ends. */
export type PerformRun = (
  run: Run,
  company: CompanyFile,
  operation: WriteOperation,
  work: (company: CompanyFile) => Promise<Outcome>,
  outcomes?: RunOutcomes,
) => Promise<Result>

interface RepeatedRunsOptions {
  readonly store: OutcomeStore
  readonly perform: PerformRun
  readonly clock: () => Date
  readonly wait: (ms: number) => Promise<void>
}

/** How long an identical write is a repetition, counted from the last response leaving the outcome open. */
const repeatMs = 5 * 60 * 1000
const heldMsMax = 60 * 1000
const pollMs = 1_000

const warning =
  'An identical write got no response within the last 5 minutes: this is its result. ' +
  'Send a requestid with each write to write the same twice.'

/**
 * Runs writes without a `requestid`. Only a write with an open outcome is stored; others cost one database query. The
 * client's identical write continues it: it looks for the first one in the journal and in QuickBooks' record of message
 * sets, and sends it again only if it never ran.
 */
export function createRepeatedRuns({ store, perform, clock, wait }: RepeatedRunsOptions) {
  const getSince = (): Date => new Date(clock().getTime() - repeatMs)

  const runFresh: PerformRun = (run, company, operation, work) => {
    let saved: readonly MessageSetResponse[] = []
    return perform(run, company, operation, work, {
      saveResponses: async (_run, responses) => {
        saved = [...responses]
        return true
      },
      finish: async (_run, result) => result,
      forget: async () => undefined,
      restart: async () => undefined,
      release: () =>
        store.storeOpen(run, {
          requestHash: hashRequest(operation),
          responses: saved,
          now: clock(),
          since: getSince(),
        }),
    })
  }

  const resumed: RunOutcomes = { ...store, restart: store.forget, release: (run) => store.release(run, clock()) }

  return async (
    company: CompanyFile,
    operation: WriteOperation,
    client: string,
    work: (company: CompanyFile) => Promise<Outcome>,
  ): Promise<Result> => {
    const key = { realmId: company.realmId, requestId: toKey(operation, client) }
    const deadline = clock().getTime() + heldMsMax
    for (;;) {
      const claim = randomUUID()
      const found = await store.resume({ ...key, claim, since: getSince() })
      if (found.kind === 'none') {
        const run: Run = { ...key, run: randomUUID(), claim, isFresh: true, responses: [] }
        return runFresh(run, company, operation, work)
      }
      if (found.kind === 'finished') return toRepeated(found.result)
      if (found.kind === 'run') {
        const result = await perform(found.run, company, operation, work, resumed).catch(returnIfUnknown)
        if (!(result instanceof Fault)) return toRepeated(result)
      }
      if (clock().getTime() >= deadline) throw unknownOutcome()
      await wait(pollMs)
    }
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

function returnIfUnknown(error: unknown): Fault {
  if (error instanceof Fault && error.code === 'REQUEST_OUTCOME_UNKNOWN') return error
  throw error
}

function unknownOutcome(): Fault {
  return new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    'An identical write got no response, and its outcome cannot be confirmed yet. This one was not sent: repeat it.',
  )
}
