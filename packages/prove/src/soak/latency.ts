import type { Attempt } from './load.ts'
import { quietName, rollingName } from './plan-phases.ts'
import type { PhaseRecord, SoakResult } from './run-soak.ts'

/** The highest ratio between the p99 during the rolling restart and in the quiet minute. */
export const maxRollingRatio = 3

/** Returns the ratio between the two p99; undefined if one is missing. */
export function rollingRatio({ phases, attempts }: Pick<SoakResult, 'phases' | 'attempts'>): number | undefined {
  const [quiet, rolling] = [quietName, rollingName].map((name) => phases.find((phase) => phase.name === name))
  if (quiet === undefined || rolling === undefined) return undefined
  const p99 = ({ from, until }: PhaseRecord) => quantile(succeeded(within(attempts, from, until)), 0.99)
  return p99(rolling) / p99(quiet)
}

/** Returns the attempts whose response arrived in a time. */
export function within(attempts: readonly Attempt[], from: number, until: number): readonly Attempt[] {
  return attempts.filter(({ at }) => at >= from && at < until)
}

export function succeeded(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ outcome }) => outcome === '200')
}

/** Returns a quantile, such as 0.99, in milliseconds; NaN without attempts. */
export function quantile(attempts: readonly Attempt[], part: number): number {
  const sorted = attempts.map(({ ms }) => ms).sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
