import type { Dependencies } from '../runtime/dependencies.ts'
import { deleteExpired } from './expired.store.ts'

const intervalMs = 10 * 60 * 1000

/** Returns a function that deletes expired rows at most every 10 minutes. It never throws. */
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
      logger.warn(
        { err: error },
        'Expired OAuth codes and tokens could not be deleted. The next attempt is in 10 minutes.',
      )
    }
  }
}
