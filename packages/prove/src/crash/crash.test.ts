import { expect, inject, it } from 'vitest'
import { runSeeds } from './run-seeds.ts'
import { createSchedule, listPoints, type Transports } from './schedule.ts'

const firstSeeds = Array.from({ length: 400 }, (_, index) => index + 1)

/** The first seeds whose schedules kill at each point, as often as the scale says: a point is not always reached. */
const seeds = firstSeeds.filter(isNeeded(9 * inject('scale')))

/** Seeds with a Web Connector, which take longer; `npm run crash -- connector` and `-- transports` run more. */
const fewSeeds = firstSeeds.slice(0, 4 * inject('scale'))

function isNeeded(times: number): (seed: number) => boolean {
  const counts = new Map(listPoints('agent').map((point) => [point, 0]))
  return (seed) => {
    const points = createSchedule(seed).kills.map(({ part, point }) => `${part} ${point}`)
    const rare = points.filter((point) => (counts.get(point) ?? times) < times)
    for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1)
    return rare.length > 0
  }
}

it('creates the same schedule for the same seed', () => {
  expect(createSchedule(7)).toEqual(createSchedule(7))
  expect(createSchedule(7)).not.toEqual({ ...createSchedule(8), seed: 7 })
})

/** Runs seeds. Returns what failed, how many have ended, and the points at which parts were killed. */
async function run(seeds: readonly number[], transports: Transports) {
  const failures: string[] = []
  let finished = 0
  const killed = await runSeeds(seeds, {
    transports,
    onEnd: (_schedule, failure) => {
      finished += 1
      if (failure !== undefined) failures.push(failure.message)
    },
  })
  return { failures, finished, killed }
}

it('applies each write once, whichever part is killed and wherever [dp-4.2-retries.5]', async () => {
  const { failures, finished, killed } = await run(seeds, 'agent')
  expect(failures).toEqual([])
  expect(finished).toBe(seeds.length)
  expect([...killed].sort()).toEqual(listPoints('agent').sort())
}, 900_000)

it('delivers each change of a record, and no other, whichever part is killed', async () => {
  const { failures, finished } = await run(fewSeeds, 'webhooks')
  expect(failures).toEqual([])
  expect(finished).toBe(fewSeeds.length)
}, 900_000)

it.each(['connector', 'both'] as const)(
  'applies each write once with the transports: %s [dp-1.4] [dp-4.2-retries.5]',
  async (transports) => {
    const { failures, finished, killed } = await run(fewSeeds, transports)
    expect(failures).toEqual([])
    expect(finished).toBe(fewSeeds.length)
    expect(listPoints(transports).filter((point) => killed.has(point)).length).toBeGreaterThan(0)
  },
  900_000,
)
