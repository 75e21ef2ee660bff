import { createTestDatabase } from '@bridge/database/testing'
import { type LifeCounts, runSubscriptionLife } from './subscription-life.ts'

interface RunLivesOptions {
  /** How many lives run at a time, each on its own database, because a life mostly waits. */
  readonly concurrency?: number
  /** Called for each finished life, with the error if the service was wrong. */
  readonly onEnd: (seed: number, failure?: Error) => void
}

/** Runs the seeds' lives. */
export async function runLives(
  seeds: readonly number[],
  { concurrency = 4, onEnd }: RunLivesOptions,
): Promise<LifeCounts> {
  const counts: LifeCounts = { lives: 0, kills: 0, events: 0, gateChecks: 0 }
  const remaining = seeds.values()
  const work = async (): Promise<void> => {
    let test = await createTestDatabase()
    for (const seed of remaining) {
      try {
        await runSubscriptionLife(test.database, seed, counts)
        onEnd(seed)
      } catch (error) {
        onEnd(seed, error instanceof Error ? error : new Error(String(error)))
        await test.drop()
        test = await createTestDatabase()
      }
    }
    await test.drop()
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, seeds.length) }, work))
  return counts
}
