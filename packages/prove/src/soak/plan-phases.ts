import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { pickIncidents, rollingRestart } from './incidents.ts'
import type { Phase } from './run-soak.ts'

const minuteMs = 60_000
const restartMs = 15_000
/** Longer than faults may last after an incident: later ones must not be explained by the next incident. */
const calmMs = 15_000
/** Time for new processes to compile their code and fill their caches. */
const warmUpMs = 30_000

/** The phases whose latency is compared. */
export const quietName = 'quiet'
export const rollingName = 'rolling restart'

/** Returns the phases: warm-up for half a minute, a quiet minute, a rolling restart for a minute, then incidents in each minute. */
export function planPhases(seed: number, minutes: number): readonly Phase[] {
  const steps = pickIncidents(createSeededRandom(seed), Math.max(0, minutes - 2))
  return [...planRolling(), ...(steps.length === 0 ? [] : [{ name: 'incidents', steps, msMin: minuteMs, calmMs }])]
}

/** Returns the first three phases. */
export function planRolling(): readonly Phase[] {
  return [
    { name: 'warm-up', steps: [[]], msMin: warmUpMs, calmMs: 0 },
    { name: quietName, steps: [[]], msMin: minuteMs, calmMs: 0 },
    { name: rollingName, steps: rollingRestart.map((incident) => [incident]), msMin: restartMs, calmMs },
  ]
}
