import { createChangeFeed } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import { createRealms } from './company.ts'
import { layGround } from './ground.ts'
import { createRig } from './rig.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

/** Schedules whose realms are made at one go. */
const blockMax = 10

interface RunSeedsOptions {
  /** How many schedules are under way at a time, each with parts of its own. */
  readonly atOnce?: number
  /** Hears of each schedule that ended, and of the promise that was broken in it. */
  readonly onEnd: (schedule: Schedule, failure?: Error) => void
}

/**
 * Runs the schedules of the seeds over a database of their own, several at a time: most of one is waiting.
 *
 * @returns the kills that came about: `server after reserve`
 */
export async function runSeeds(
  seeds: readonly number[],
  { atOnce = 6, onEnd }: RunSeedsOptions,
): Promise<ReadonlySet<string>> {
  const { database, url, drop } = await createTestDatabase()
  const changes = createChangeFeed(url)
  const ground = await layGround()
  const waiting = seeds.values()
  const killed = new Set<string>()

  const work = async (): Promise<void> => {
    const rig = await createRig({ database, changes, ground })
    for (let block = take(waiting); block.length > 0; block = take(waiting)) {
      const realms = await createRealms(database, block, ground)
      for (const [index, realm] of realms.entries()) {
        const schedule = block[index] as Schedule
        await rig.run(schedule, realm).then(
          () => onEnd(schedule),
          (error: Error) => onEnd(schedule, error),
        )
      }
    }
    for (const kill of rig.killed) killed.add(kill)
    await rig.close()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, seeds.length) }, work))
    return killed
  } finally {
    await changes.close()
    await drop()
  }
}

/** The schedules of the next seeds. */
function take(seeds: Iterator<number>): readonly Schedule[] {
  const block: Schedule[] = []
  while (block.length < blockMax) {
    const { value, done } = seeds.next()
    if (done) break
    block.push(scheduleOf(value))
  }
  return block
}
