import { expect, it } from 'vitest'
import { runSeeds } from './run-seeds.ts'
import { points, scheduleOf } from './schedule.ts'

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

it('gives the same schedule for the same seed', () => {
  expect(scheduleOf(7)).toEqual(scheduleOf(7))
  expect(scheduleOf(7)).not.toEqual({ ...scheduleOf(8), seed: 7 })
})

it('carries each write out once, whatever dies while it is under way [dp-4.2-retries.5]', async () => {
  const failures: string[] = []
  let ended = 0
  const killed = await runSeeds(seeds, {
    onEnd: (_schedule, failure) => {
      ended += 1
      if (failure !== undefined) failures.push(failure.message)
    },
  })
  expect(failures).toEqual([])
  expect(ended).toBe(seeds.length)
  const all = Object.entries(points).flatMap(([part, each]) => each.map((point) => `${part} ${point}`))
  expect([...killed].sort()).toEqual(all.sort())
}, 300_000)
