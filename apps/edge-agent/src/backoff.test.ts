import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffMs, hintedMs, moveMs } from './backoff.ts'

it('doubles its ceiling up to 30 s', () => {
  const ceilings = [0, 1, 2, 5, 6, 100].map((attempt) => backoffMs(attempt, () => 1))
  expect(ceilings).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000])
})

it('stays below the ceiling', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const ms = backoffMs(attempt, () => random)
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeLessThanOrEqual(30_000)
    }),
  )
})

it('spreads the agents that were refused with a hint', () => {
  expect([0, 0.5, 1].map((random) => hintedMs(2000, () => random))).toEqual([1000, 2000, 3000])
})

it('waits for a tenth of a second at most when the gateway told the agent to leave', () => {
  expect([0, 0.5, 1].map((random) => moveMs(() => random))).toEqual([0, 50, 100])
})
