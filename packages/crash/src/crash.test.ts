import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRig, type Rig } from './rig.ts'
import { points, scheduleOf } from './schedule.ts'

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

it('gives the same schedule for the same seed', () => {
  expect(scheduleOf(7)).toEqual(scheduleOf(7))
  expect(scheduleOf(7)).not.toEqual({ ...scheduleOf(8), seed: 7 })
})

it('[dp-4.2-safe-retries-requestid.5] carries each write out once, whatever dies while it is under way', async () => {
  for (const seed of seeds) await rig.run(scheduleOf(seed))
  const all = Object.entries(points).flatMap(([part, each]) => each.map((point) => `${part} ${point}`))
  expect([...rig.killed].sort()).toEqual(all.sort())
}, 300_000)
