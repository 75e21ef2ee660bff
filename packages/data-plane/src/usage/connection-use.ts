import type { Dependencies } from '@bridge/platform/dependencies'
import { storeConnectionUse } from './connection-use.store.ts'

/** Records when connections are used, in the background. */
export interface ConnectionUseRecorder {
  record(connectionId: string): void
  /** Stores the uses so far. */
  flush(): Promise<void>
  /** Stores the rest and stops the timer. */
  close(): Promise<void>
}

const flushMs = 10_000
/** Connections whose use may wait to be stored; further ones are skipped until the next time. */
const maxConnections = 10_000

/** Keeps each connection's last use in memory, and stores it every 10 s. */
export function createConnectionUseRecorder({
  database,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'clock' | 'logger'>): ConnectionUseRecorder {
  let uses = new Map<string, Date>()
  let flushing: Promise<void> = Promise.resolve()

  const store = async () => {
    if (uses.size === 0) return
    const stored = [...uses].map(([id, at]) => ({ id, at: at.toISOString() }))
    uses = new Map()
    try {
      await storeConnectionUse(database, stored)
    } catch (error) {
      logger.warn({ err: error }, 'Could not store when connections were last used')
    }
  }

  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(flush, flushMs).unref()

  return {
    record(connectionId) {
      if (uses.has(connectionId) || uses.size < maxConnections) uses.set(connectionId, clock())
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
