import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { loads } from './loads.ts'
import { duringLoad, formatCounts, type LoadCounts, untilUnderWay } from './run-load.ts'

const rounds = 6

interface Seen extends LoadCounts {
  readonly failures: readonly string[]
}

/** While each load runs, another tenant's every call succeeds. A load never reaching the service proves nothing. */
export const neighborAttacks: readonly Attack[] = Object.entries(loads).map(
  ([name, createLoad]): Attack<Seen> => ({
    name,
    attempt: async (target) => {
      const { result, counts } = await duringLoad(createLoad, { target }, async (countsSoFar) => {
        await untilUnderWay(countsSoFar)
        const failures: string[] = []
        for (let round = 0; round < rounds; round += 1) failures.push(...(await callNeighbor(target)))
        return failures
      })
      return { failures: result, ...counts }
    },
    holds: ({ failures, reached }) => failures.length === 0 && reached > 0,
    describe: formatCounts,
  }),
)
