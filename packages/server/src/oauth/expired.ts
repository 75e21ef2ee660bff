import type { Dependencies } from '../dependencies.ts'
import { deleteExpired } from './expired.store.ts'

const intervalMs = 10 * 60 * 1000

/** Makes the function that clears away what has expired: at most every 10 minutes, never failing its caller. */
export function createExpiredRemover({
  database,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'clock' | 'logger'>): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const now = clock()
    if (now.getTime() < nextAt) return
    nextAt = now.getTime() + intervalMs
    try {
      await deleteExpired(database, now)
    } catch (error) {
      logger.warn({ err: error }, 'Expired OAuth codes and tokens were not removed; the next attempt is in 10 minutes')
    }
  }
}
