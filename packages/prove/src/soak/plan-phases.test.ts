import { expect, it } from 'vitest'
import { planPhases, planRolling } from './plan-phases.ts'

it('warms up, is quiet for a minute, restarts every program, and has incidents in each further minute', () => {
  expect(planPhases(1, 10).map(({ name, steps, msMin }) => [name, steps.length, msMin])).toEqual([
    ['warm-up', 1, 30_000],
    ['quiet', 1, 60_000],
    ['rolling restart', 4, 15_000],
    ['incidents', 8, 60_000],
  ])
})

it('plans only the rolling restart for two minutes or less', () => {
  expect(planPhases(1, 2)).toEqual(planRolling())
  expect(planPhases(1, 0)).toEqual(planRolling())
})

it('stays calm after an incident for longer than clients may see faults of it', () => {
  for (const { steps, calmMs } of planPhases(1, 10)) {
    for (const { healedMs } of steps.flat()) expect(calmMs).toBeGreaterThan(healedMs)
  }
})
