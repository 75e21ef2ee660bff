import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { pickIncidents, rollingRestart } from './incidents.ts'
import type { Phase } from './run-soak.ts'

const minuteMs = 60_000
const restartMs = 15_000

/** Returns the phases of a soak test: a quiet minute, a rolling restart of a minute, then an incident in each minute. */
export function planPhases(seed: number, minutes: number): readonly Phase[] {
  const incidents = pickIncidents(createSeededRandom(seed), Math.max(0, minutes - 2))
  return [...planRolling(), ...(incidents.length === 0 ? [] : [{ name: 'incidents', incidents, msMin: minuteMs }])]
}

/** Returns the first two of these phases. */
export function planRolling(): readonly Phase[] {
  return [
    { name: 'quiet', incidents: [], msMin: minuteMs },
    { name: 'rolling restart', incidents: rollingRestart, msMin: restartMs },
  ]
}
