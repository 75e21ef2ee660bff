import type { MessageSetResponse } from '@bridge/qbxml'
import type { Result, WriteOperation } from '../operations/operation.ts'
import type { ChangeRecorder } from '../record-changes/change-recorder.ts'
import type { RecordChange } from '../record-changes/record-change.ts'
import type { OutcomeStore } from './outcome.store.ts'
import type { Run, RunClaims } from './run-claims.store.ts'
import { hashRequest } from './run-key.ts'

/** Where a run stores its progress and how it ends. */
export interface RunOutcomes {
  /** Whether a write is looked up at once if its response was lost with the connection. */
  readonly findsLost: boolean
  /** Stores QuickBooks' responses before the next write is sent. Returns false if another caller has the run. */
  saveResponses(run: Run, responses: readonly MessageSetResponse[]): Promise<boolean>
  /** Stores the result with the run's changes, and returns the one that counts. */
  finish(run: Run, result: Result, changes: readonly RecordChange[]): Promise<Result>
  /** Leaves the run to the next call, which continues where it stopped. */
  release(run: Run): Promise<void>
  /** Frees the run's key: nothing was sent. */
  forget(run: Run): Promise<void>
  /** Frees the run's key for another run: QuickBooks rejected this one for the moment. */
  restart(run: Run): Promise<void>
}

/** Stores the outcome of a write with a `requestid`. */
export function createRequestOutcomes(claims: RunClaims, store: OutcomeStore): RunOutcomes {
  return {
    findsLost: true,
    saveResponses: (run, responses) => store.saveResponses(run, responses),
    finish: (run, result, changes) => store.finish(run, result, changes),
    release: (run) => claims.release(run),
    forget: (run) => claims.forget(run),
    restart: (run) => claims.restart(run),
  }
}

/** Stores a write without `requestid` only if its outcome stays open. A lost one is left to its repetition. */
export function createFreshOutcomes(
  store: OutcomeStore,
  operation: WriteOperation,
  recorder: Pick<ChangeRecorder, 'store'>,
  getTimes: () => { readonly now: Date; readonly since: Date },
): RunOutcomes {
  let saved: readonly MessageSetResponse[] = []
  return {
    findsLost: false,
    saveResponses: async (_run, responses) => {
      saved = [...responses]
      return true
    },
    finish: async ({ realmId }, result, changes) => {
      await recorder.store(realmId, changes)
      return result
    },
    release: (run) => store.storeOpen(run, { requestHash: hashRequest(operation), responses: saved, ...getTimes() }),
    forget: async () => undefined,
    restart: async () => undefined,
  }
}

/** Stores the outcome of a repetition, which continues an open write. */
export function createResumedOutcomes(claims: RunClaims, store: OutcomeStore, clock: () => Date): RunOutcomes {
  return {
    ...createRequestOutcomes(claims, store),
    findsLost: false,
    release: (run) => claims.release(run, clock()),
    restart: (run) => claims.forget(run),
  }
}
