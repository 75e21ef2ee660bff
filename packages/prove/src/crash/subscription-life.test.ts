import { expect, inject, it } from 'vitest'
import { runLives } from './run-lives.ts'

const seeds = Array.from({ length: 20 * inject('scale') }, (_, index) => index + 1)

it('ends each random life of a subscription in the state that Stripe has [cp-4:22] [dp-5.7]', async () => {
  const failures: string[] = []
  const counts = await runLives(seeds, {
    onEnd: (_seed, failure) => {
      if (failure) failures.push(failure.message)
    },
  })
  expect(failures).toEqual([])
  expect(counts.lives).toBe(seeds.length)
  // The lives are not empty.
  expect(counts.kills).toBeGreaterThan(seeds.length / 3)
  expect(counts.events).toBeGreaterThan(seeds.length * 3)
  expect(counts.gateChecks).toBeGreaterThan(seeds.length / 2)
}, 600_000)
