import { randomUUID } from 'node:crypto'
import type { Dependencies } from '@bridge/platform/dependencies'
import { acquireLease, releaseLease } from '../billing/lease.store.ts'
import { describeHistory, historyDays, type ServiceHistory, serviceParts } from './describe-history.ts'
import { checkParts, listPeriods, recordCheck } from './service-watch.store.ts'

/** Records which parts of the service work. */
export interface ServiceWatch {
  /** Checks and records, unless another server does. Never rejects. */
  run(): Promise<void>
  /** Waits for a running check and stops the timer. */
  close(): Promise<void>
}

type WatchDependencies = Pick<Dependencies, 'database' | 'clock' | 'logger'>

const intervalMs = 60_000
const leaseSeconds = 150
const job = 'service-watch'

/** Checks the parts every minute, on one server at a time. */
export function createServiceWatch({ database, clock, logger }: WatchDependencies): ServiceWatch {
  const holder = randomUUID()
  let running: Promise<void> = Promise.resolve()

  const check = async () => {
    try {
      if (!(await acquireLease(database, job, holder, leaseSeconds))) return
      const found = await checkParts(database)
      for (const part of serviceParts) await recordCheck(database, part, found[part], clock())
    } catch (error) {
      logger.warn({ err: error }, 'Could not record which parts of the service work; trying again in a minute')
    }
  }
  const run = () => {
    running = running.then(check)
    return running
  }
  const timer = setInterval(run, intervalMs).unref()
  // A new deployment has had no time to start its other programs.
  const first = setTimeout(run, 15_000).unref()

  return {
    run,
    async close() {
      clearInterval(timer)
      clearTimeout(first)
      await running
      await releaseLease(database, job, holder).catch(() => undefined)
    },
  }
}

/** Returns how the parts of the service have worked on the last 90 days. */
export async function loadServiceHistory({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<ServiceHistory> {
  const now = clock()
  return describeHistory(await listPeriods(database, new Date(now.getTime() - historyDays * 86_400_000)), now)
}
