import { expect, it } from 'vitest'
import { runSeeds } from './run-seeds.ts'
import { createSchedule, points } from './schedule.ts'

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

it('creates the same schedule for the same seed', () => {
  expect(createSchedule(7)).toEqual(createSchedule(7))
  expect(createSchedule(7)).not.toEqual({ ...createSchedule(8), seed: 7 })
})

it('applies each write once, whichever part is killed and wherever [dp-4.2-retries.5]', async () => {
  const failures: string[] = []
  let finished = 0
  const killed = await runSeeds(seeds, {
    onEnd: (_schedule, failure) => {
      finished += 1
      if (failure !== undefined) failures.push(failure.message)
    },
  })
  expect(failures).toEqual([])
  expect(finished).toBe(seeds.length)
  const all = Object.entries(points).flatMap(([part, each]) => each.map((point) => `${part} ${point}`))
  expect([...killed].sort()).toEqual(all.sort())
}, 900_000)
