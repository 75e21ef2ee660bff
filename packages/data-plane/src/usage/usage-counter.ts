import type { RealmId } from '@bridge/agent-protocol'
import type { Dependencies } from '@bridge/platform/dependencies'
import { addUsage, type UsageRow } from './usage-counter.store.ts'

/** Counts requests by realm, client and UTC day, in the background. */
export interface UsageCounter {
  count(realmId: RealmId, clientId: string, status: number): void
  /** Stores the counts so far. */
  flush(): Promise<void>
  /** Stores the rest and stops the timer. */
  close(): Promise<void>
}

const flushMs = 5_000

/** Counts in memory and adds to the database every 5 s; failed counts are retried. */
export function createUsageCounter({
  database,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'clock' | 'logger'>): UsageCounter {
  let counts = new Map<string, UsageRow>()
  let flushing: Promise<void> = Promise.resolve()

  const add = (row: UsageRow) => {
    const key = `${row.realmId} ${row.day} ${row.clientId}`
    const before = counts.get(key)
    counts.set(key, {
      ...row,
      requests: row.requests + (before?.requests ?? 0),
      errors: row.errors + (before?.errors ?? 0),
    })
  }

  const store = async () => {
    if (counts.size === 0) return
    const rows = [...counts.values()]
    counts = new Map()
    try {
      await addUsage(database, rows)
    } catch (error) {
      rows.forEach(add)
      logger.warn({ err: error }, 'Could not store usage; trying again')
    }
  }

  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(flush, flushMs).unref()

  return {
    count(realmId, clientId, status) {
      const day = clock().toISOString().slice(0, 10)
      add({ realmId, clientId, day, requests: 1, errors: status >= 400 ? 1 : 0 })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
