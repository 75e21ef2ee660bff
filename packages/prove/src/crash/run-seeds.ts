import { createChangeFeed } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import { createBaseline } from './baseline.ts'
import { comDesktops } from './com-desktops.ts'
import { createRealms, createWebhooks } from './company.ts'
import { createSchedule, getTransports, type Schedule, type Transports } from './schedule.ts'
import { simulatedDesktops } from './simulated-desktops.ts'
import { TestBench } from './test-bench.ts'

/** The most schedules whose realms are created together. */
const maxBlockSize = 10

const kinds = {
  /** A schedule takes less than a second, and minutes where many programs share the processor. */
  simulated: { createDesktops: async () => simulatedDesktops(), concurrency: 6, maxScheduleMs: 400_000 },
  /** Each test bench has a separate Windows. Attempts start programs under Wine: seconds, and minutes on a busy machine. */
  com: { createDesktops: comDesktops, concurrency: 1, maxScheduleMs: 600_000 },
} as const

interface RunSeedsOptions {
  /** What carries requests to the company files; an agent by default. */
  readonly transports?: Transports
  /** How many schedules run at a time, each with its own parts. */
  readonly concurrency?: number
  /** Called for each finished schedule, with the error if it broke a promise. */
  readonly onEnd: (schedule: Schedule, failure?: Error) => void
}

/**
 * Runs the seeds' schedules on a new database, several at a time, because a run mostly waits.
 *
 * @returns the kills, such as `server after reserve`
 */
export async function runSeeds(
  seeds: readonly number[],
  { transports = 'agent', concurrency, onEnd }: RunSeedsOptions,
): Promise<ReadonlySet<string>> {
  const { desktops, reportsChanges = false } = getTransports(transports)
  const { createDesktops, maxScheduleMs, concurrency: defaultConcurrency } = kinds[desktops]
  const benches = Math.min(concurrency ?? defaultConcurrency, seeds.length)
  const { database, url, drop } = await createTestDatabase()
  const changes = createChangeFeed(url)
  const baseline = await createBaseline()
  const remaining = seeds.values()
  const killed = new Set<string>()

  const work = async (): Promise<void> => {
    const bench = await TestBench.start({ database, changes, baseline, createDesktops, maxScheduleMs, reportsChanges })
    for (let block = takeBlock(remaining, transports); block.length > 0; block = takeBlock(remaining, transports)) {
      const realms = await createRealms(database, block, baseline)
      if (reportsChanges) await createWebhooks(database, block, bench.receiverUrl)
      for (const [index, realm] of realms.entries()) {
        const schedule = block[index] as Schedule
        await bench.run(schedule, realm).then(
          () => onEnd(schedule),
          (error: Error) => onEnd(schedule, error),
        )
      }
    }
    for (const kill of bench.killed) killed.add(kill)
    await bench.close()
  }
  try {
    await Promise.all(Array.from({ length: benches }, work))
    return killed
  } finally {
    await changes.close()
    await drop()
  }
}

/** Creates the next seeds' schedules. */
function takeBlock(seeds: Iterator<number>, transports: Transports): readonly Schedule[] {
  const block: Schedule[] = []
  while (block.length < maxBlockSize) {
    const { value, done } = seeds.next()
    if (done) break
    block.push(createSchedule(value, transports))
  }
  return block
}
