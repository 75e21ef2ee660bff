import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { type Load, loads } from './loads.ts'

const rounds = 6

interface Seen {
  readonly failures: readonly string[]
  /** How often the load was repeated. */
  readonly repeats: number
}

/** Repeats a load until the work is done. */
async function during(load: Load, work: () => Promise<readonly string[]>): Promise<Seen> {
  let isOver = false
  let repeats = 0
  const repeat = async () => {
    while (!isOver) {
      // A request may fail because the service refuses the attacker.
      await load.repeat().catch(() => undefined)
      repeats += 1
    }
  }
  const running = Array.from({ length: load.atOnce }, repeat)
  const failures = await work()
  isOver = true
  load.end?.()
  await Promise.all(running)
  return { failures, repeats }
}

/** While each load runs, every call of another tenant succeeds. */
export const neighborAttacks: readonly Attack[] = Object.entries(loads).map(
  ([name, createLoad]): Attack<Seen> => ({
    name,
    attempt: async (target) =>
      during(await createLoad(target), async () => {
        const failures: string[] = []
        for (let round = 0; round < rounds; round += 1) failures.push(...(await callNeighbor(target)))
        return failures
      }),
    holds: ({ failures, repeats }) => failures.length === 0 && repeats > 0,
  }),
)
