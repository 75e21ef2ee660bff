import type { Attempt } from './load.ts'
import { quietName, rollingName } from './plan-phases.ts'
import type { PhaseRecord, SoakResult } from './run-soak.ts'

/** How many times the p99 of the quiet minute that of the rolling restart may be. */
export const rollingRatioMax = 3

/** Returns how many times the p99 of the quiet minute that of the rolling restart is; undefined without one of them. */
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

/** Returns the milliseconds in which a part of the attempts, such as 0.99, were done; NaN without attempts. */
export function quantile(attempts: readonly Attempt[], part: number): number {
  const sorted = attempts.map(({ ms }) => ms).sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
