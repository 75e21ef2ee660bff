import { availableParallelism } from 'node:os'
import { type ExchangeOutcome, hasResponse } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { Desktop, DesktopResponse } from '../desktop/desktop.ts'
import { isLong } from '../desktop/read-response.ts'
import { toOutcome } from '../replay/stored-outcome.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { countSharedProcessors, type ProcessorShare } from '../workers/processor-share.ts'
import {
  TaskAbandonedError,
  TaskTooLargeError,
  WorkerFailedError,
  WorkerPoolFullError,
} from '../workers/worker-error.ts'
import { createWorkerPool, type WorkerPoolLimits } from '../workers/worker-pool.ts'
import { createTooCostlyFault } from './operations/exchange.ts'
import type { ItemFailure, Outcome, Result } from './operations/operation.ts'
import { CallerLeftError, requireCaller } from './operations/require-caller.ts'
import type { ReadExchange, ReadJob, ReadReply, ReadResult } from './read-job.ts'
import type { ResponseMemory } from './response-memory.ts'

/** A request that only reads, on the server's thread until a long response arrives, or many short ones have. */
export interface Reading {
  /** The desktop, which remembers the outcomes of its exchanges. */
  readonly desktop: Desktop
  /** Returns undefined for a response that this thread reads. Another one ends the run, which `complete` repeats. */
  readonly readElsewhere: (response: DesktopResponse) => Promise<never> | undefined
  /**
   * Returns the result of the request: that of its run on this thread, or after a long response, that of its job in a
   * worker. The worker repeats the run with the outcomes so far, so none of its requests is sent twice.
   *
   * @throws Fault `UNSUPPORTED_QUERY` for a response that takes too much memory or time, `RATE_LIMITED` if too many long
   * responses are being read
   */
  complete(run: Promise<Result>, createJob: () => ReadJob, onJobEnd: (result: ReadResult) => void): Promise<Result>
}

/** Reads long responses in workers. */
export interface LongReads {
  /** @param hasCallerLeft returns whether the caller has left: nothing is sent then, and no worker reads for it */
  open(desktop: Desktop, hasCallerLeft: () => boolean): Reading
  close(): Promise<void>
}

const mebibyte = 1024 ** 2
/** The heap of a worker, in MiB. The longest response takes half of it. */
export const longReadHeapMiB = 1024

/** Returns how many workers a machine has, of which one processor is left to the event loop. */
export function countLongReadWorkers(processors: number): number {
  return Math.min(4, countSharedProcessors(processors))
}

const limits: Omit<WorkerPoolLimits, keyof ResponseMemory['read']> = {
  workersMax: countLongReadWorkers(availableParallelism()),
  heapMegabytesMax: longReadHeapMiB,
  timeoutMs: 20_000,
  begunMaxOfOwner: 3,
  waitingMax: 64,
  waitingMaxOfOwner: 16,
}
/** The responses of one request that this thread reads and holds, in case that a long one follows. */
const heldBytesMaxHere = 4 * mebibyte
const retryAfterSeconds = 5
const file = new URL('./read-worker.ts', import.meta.url)

/** Creates the readers of long responses. Their workers start with the first one. */
export function createLongReads(
  { clock, logger }: Pick<Dependencies, 'clock' | 'logger'>,
  memory: ResponseMemory['read'],
  processors: ProcessorShare,
): LongReads {
  const pool = createWorkerPool<ReadJob, ReadExchange, ReadReply, ReadResult>({
    ...limits,
    ...memory,
    processors,
    file,
    name: 'long-reads',
    getSizeBytes,
  })

  const toReply = (outcome: ExchangeOutcome<DesktopResponse>): ReadReply => ({
    outcome: withoutCause(outcome),
    at: clock(),
  })

  const runJob = async (
    job: ReadJob,
    { desktop, hasCallerLeft }: { readonly desktop: Desktop; readonly hasCallerLeft: () => boolean },
    replies: readonly ReadReply[],
  ): Promise<ReadResult> => {
    const onCall = async ({ messageSet, responseBytesMax }: ReadExchange) => {
      requireCaller({ hasCallerLeft })
      const options = { kind: 'read' as const, ...(responseBytesMax !== undefined && { responseBytesMax }) }
      return toReply(await desktop.exchange(job.realmId, messageSet, options))
    }
    requireCaller({ hasCallerLeft })
    try {
      return await pool.run({ owner: job.realmId, start: job, replies, onCall, isAbandoned: hasCallerLeft })
    } catch (error) {
      const { realmId, traceId } = job
      if (error instanceof WorkerPoolFullError) throw tooMany(error)
      if (error instanceof TaskAbandonedError) throw new CallerLeftError()
      if (error instanceof TaskTooLargeError) throw createTooCostlyFault()
      if (error instanceof WorkerFailedError) {
        logger.warn({ err: error, realmId, traceId }, 'A worker ended while it read a response')
        if (error.reason !== 'crash') throw createTooCostlyFault()
      }
      throw error
    }
  }

  return {
    open: (desktop, hasCallerLeft) => {
      const replies: ReadReply[] = []
      let heldBytes = 0
      let isEnded = false
      let begin: (() => void) | undefined
      let hasLongResponse = false
      return {
        desktop: {
          ...desktop,
          exchange: async (realmId, messageSet, options) => {
            const index = replies.length
            const outcome = await desktop.exchange(realmId, messageSet, options)
            const reply = toReply(outcome)
            replies[index] = reply
            heldBytes += getSizeBytes(reply)
            return outcome
          },
        },
        readElsewhere: (response) => {
          if (!isLong(response) && heldBytes <= heldBytesMaxHere) return undefined
          hasLongResponse = true
          begin?.()
          return new Promise(() => undefined)
        },
        complete: (run, createJob, onJobEnd) =>
          new Promise((resolve, reject) => {
            const end = () => {
              isEnded = true
            }
            run.finally(end).then(resolve, reject)
            begin = () => {
              if (isEnded) return
              end()
              const job = createJob()
              runJob(job, { desktop, hasCallerLeft }, replies)
                .then((result) => {
                  for (const error of result.errors) {
                    logger.error(
                      { err: error, traceId: job.traceId, realm: job.realmId },
                      'The request failed unexpectedly',
                    )
                  }
                  onJobEnd(result)
                  return toResult(result)
                })
                .then(resolve, reject)
            }
            if (hasLongResponse) begin()
          }),
      }
    },
    close: pool.close,
  }
}

/** Returns an outcome as a worker can get it, with its own copy of a payload that is a part of a larger buffer. */
function withoutCause(outcome: ExchangeOutcome<DesktopResponse>): ExchangeOutcome<DesktopResponse> {
  if (!hasResponse(outcome)) {
    const { cause: _cause, ...rest } = outcome
    return rest
  }
  const { response } = outcome
  return typeof response === 'string' ? outcome : { ...outcome, response: new Uint8Array(response) }
}

function getSizeBytes({ outcome }: ReadReply): number {
  return hasResponse(outcome) ? outcome.response.length : 0
}

function tooMany(cause: WorkerPoolFullError): Fault {
  const detail =
    'Too many long responses of QuickBooks Desktop are being read. Nothing was changed: repeat the request.'
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds, cause })
}

function toResult({ outcome, itemFailures, plan, time }: ReadResult): Result {
  const restored = toOutcome(outcome)
  if (restored instanceof Fault) return { outcome: restored, time }
  const failures = itemFailures.map(({ fault, ...target }): ItemFailure => {
    const restoredFault = toOutcome(fault)
    if (!(restoredFault instanceof Fault)) throw new TypeError('An item failed without a fault.')
    return { ...target, fault: restoredFault }
  })
  const whole: Outcome = {
    ...restored,
    ...(failures.length > 0 && { itemFailures: failures }),
    ...(plan !== undefined && { printPlan: () => plan }),
  }
  return { outcome: whole, time }
}
