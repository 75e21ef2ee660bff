import { expect, it } from 'vitest'
import { rollingRatio } from './latency.ts'
import { quietName, rollingName } from './plan-phases.ts'

const phases = [
  { name: quietName, from: 0, until: 100 },
  { name: rollingName, from: 100, until: 200 },
]

function attempt(at: number, ms: number, outcome = '200') {
  return { kind: 'read', outcome, at, ms } as const
}

it('compares the slowest successful requests of a rolling restart with those of the quiet minute', () => {
  const attempts = [attempt(10, 4), attempt(20, 5), attempt(110, 15), attempt(120, 900, 'AGENT_OFFLINE')]
  expect(rollingRatio({ phases, attempts })).toBe(3)
})

it('has no ratio without a rolling restart', () => {
  expect(rollingRatio({ phases: phases.slice(0, 1), attempts: [attempt(10, 4)] })).toBeUndefined()
})
