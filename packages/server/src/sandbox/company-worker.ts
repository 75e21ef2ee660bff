// A thread that has company files of sandboxes; see company-thread.ts.
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { RealmId } from '@bridge/agent-protocol'
import { connectDatabase, isDatabaseUnavailable } from '@bridge/database'
import { backgroundPriority, computePriority, lowerThreadPriority } from '../workers/thread-priority.ts'
import { reportReady } from '../workers/thread-ready.ts'
import { type CompanyFiles, createCompanyFiles } from './company-files.ts'
import { type CompanyCall, type CompanyReply, type CompanyThreadData, endOfThread } from './company-thread.ts'
import { callsAtOnceMax } from './company-turns.ts'
import { packResponse } from './pack-response.ts'

const { databaseUrl, recordsMax, isBackground } = workerData as CompanyThreadData
lowerThreadPriority(isBackground ? backgroundPriority : computePriority)
const database = connectDatabase(databaseUrl, { poolMax: callsAtOnceMax })
/** The delays of responses; the server waits, so that the next call of the sandbox does not. */
const delays = new Map<RealmId, number>()
const openFiles = createCompanyFiles({
  database,
  clock: () => new Date(),
  random: Math.random,
  recordsMax,
  wait: async (ms, realmId) => void delays.set(realmId, ms),
  isShortOfMemory,
})
const files: CompanyFiles = {
  ...openFiles,
  exchange: async (realmId, messageSet) => packResponse(await openFiles.exchange(realmId, messageSet)),
}

parentPort?.on('message', (message: CompanyCall | typeof endOfThread) => {
  if (message === endOfThread) void end()
  else void run(message)
})
reportReady()

async function run({ number, method, realmId, rest }: CompanyCall): Promise<void> {
  const startedAt = performance.now()
  const result = await getResult(method, [realmId, ...rest])
  const delayMs = delays.get(realmId) ?? 0
  delays.delete(realmId)
  const ms = performance.now() - startedAt
  const reply: CompanyReply = { number, result, ms, delayMs, isIterating: openFiles.isIterating(realmId) }
  parentPort?.postMessage(reply)
}

async function getResult(method: CompanyCall['method'], sent: readonly unknown[]): Promise<CompanyReply['result']> {
  try {
    const call: (...values: readonly never[]) => Promise<unknown> = files[method]
    return { value: await call(...(sent as readonly never[])) }
  } catch (error) {
    // Of the error's class, only that of JavaScript's own errors would arrive.
    return {
      isDatabaseAway: isDatabaseUnavailable(error),
      error:
        error instanceof Error
          ? Object.assign(new Error(error.message), { stack: error.stack })
          : new Error(String(error)),
    }
  }
}

function isShortOfMemory(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > limit / 2
}

async function end(): Promise<void> {
  parentPort?.close()
  await database.$disconnect()
}
