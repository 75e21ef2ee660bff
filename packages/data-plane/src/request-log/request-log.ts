import { setImmediate } from 'node:timers/promises'
import { createByteQuota } from '@bridge/platform/byte-quota'
import type { Dependencies } from '@bridge/platform/dependencies'
import { runInSlices } from '@bridge/platform/run-in-slices'
import type { ServerConfig } from '@bridge/platform/server-config'
import { holdCall, withoutTexts } from './held-call.ts'
import { type BatchLimits, toBatches } from './log-batches.ts'
import { createLogQueue, type QueueLimits } from './log-queue.ts'
import type { LoggedCall } from './logged-call.ts'
import { deleteBodiesAbove, deleteOldBodies, insertRequests, type StoredBodies } from './request-log.store.ts'
import { encodeRows } from './request-rows.ts'

/** Logs data plane requests for their owners, in the background. */
export interface RequestLog {
  add(call: LoggedCall): void
  /** Stores the calls ended so far. */
  flush(): Promise<void>
  /** Stores the rest and stops the timer. */
  close(): Promise<void>
}

const flushMs = 1_000
/** Preparing a batch keeps other requests waiting for a few milliseconds. */
const batchLimits: BatchLimits = { maxCount: 200, maxCharacters: 512 * 1024 }
/** Requests waiting to be stored. */
export const queueLimits: QueueLimits = { maxCount: 5_000, maxCharacters: 32 * 1024 * 1024 }
const sweepMs = 10 * 60_000
const hourMs = 3_600_000

/** The age up to which bodies are kept. */
export const bodiesMs = 72 * hourMs

interface RequestLogOptions extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  readonly config: Pick<ServerConfig, 'requestLogBytesMax'>
}

/**
 * Stores requests in batches, every second, and deletes old bodies every 10 minutes. No call waits for it or fails
 * because of it: requests not to be stored, or arriving too fast, are dropped and counted in the server's log. A
 * company file with many or long requests loses its own, or their texts, and its oldest bodies above its quota.
 */
export function createRequestLog({
  database,
  clock,
  logger,
  config: { requestLogBytesMax },
}: RequestLogOptions): RequestLog {
  const queue = createLogQueue(queueLimits, withoutTexts)
  const quota = createByteQuota(requestLogBytesMax)
  let isClosed = false
  let dropped = 0
  let nextSweepAt = 0
  let flushing: Promise<void> = Promise.resolve()

  const sweep = async () => {
    const now = clock().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepMs
    try {
      await deleteOldBodies(database, new Date(now - bodiesMs))
    } catch (error) {
      logger.warn({ err: error }, 'Could not delete old bodies from the request log; trying again in 10 minutes')
    }
  }

  const enforceQuotas = async (stored: readonly StoredBodies[]) => {
    const options = { isStopped: () => isClosed }
    for (const { realmId, bytes } of stored) {
      // The next start enforces the others.
      if (isClosed) return
      try {
        await quota.add(realmId, bytes, () => deleteBodiesAbove(database, realmId, requestLogBytesMax, options))
      } catch (error) {
        logger.warn({ err: error, realmId }, 'Could not delete the oldest bodies of a company file; trying again later')
      }
    }
  }

  const store = async () => {
    // Calls are added in the turn after they ended.
    await setImmediate()
    const stored: StoredBodies[] = []
    for (const batch of toBatches(queue.take(), batchLimits)) {
      try {
        stored.push(...(await insertRequests(database, await runInSlices(encodeRows(batch)))))
      } catch (error) {
        dropped += batch.length
        logger.warn({ err: error }, 'Could not store requests in the request log')
      }
    }
    if (dropped > 0) logger.warn({ dropped }, 'Requests are missing in the request log')
    dropped = 0
    await enforceQuotas(stored)
    await sweep()
  }

  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(flush, flushMs).unref()

  return {
    add(call) {
      dropped += queue.add(call.realmId, holdCall(call, new Date(clock().getTime() - call.totalMs)))
    },
    flush,
    async close() {
      clearInterval(timer)
      isClosed = true
      await flush()
    },
  }
}
