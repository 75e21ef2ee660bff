import type { CompanyStorage } from './company-storage.ts'
import { DocumentLog } from './document-log.ts'
import { createSerialQueue } from './serial-queue.ts'

/** Creates a company file in memory, for tests and temporary sandboxes. */
export function memoryStorage(): CompanyStorage {
  const log = new DocumentLog()
  const inTurn = createSerialQueue()

  return {
    exclusive: (sinceVersion, work) =>
      inTurn(() => {
        const { changes, result } = work(log.since(sinceVersion))
        if (changes.length > 0) log.take(log.version + 1, changes)
        return { version: log.version, result }
      }),
  }
}
