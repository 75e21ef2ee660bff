import { longestClaimMs, maxClaimsMs } from './claims.ts'
import { maxRollingRatio, rollingRatio } from './latency.ts'
import { isEvaluated, isFlat } from './memory.ts'
import { quietName, rollingName } from './plan-phases.ts'
import type { SoakResult } from './run-soak.ts'
import { gatewayNames, serverNames } from './service.ts'

/** A figure measured in a soak test, and whether it is within its limit. */
export interface Goal {
  readonly text: string
  readonly isMet: boolean
}

type Measured = Pick<SoakResult, 'phases' | 'incidents' | 'attempts' | 'memory'>

/** Returns a soak test's goals, which depend on its phases. */
export function listGoals(result: Measured): readonly Goal[] {
  return [...evaluateRolling(result), ...evaluateClaims(result), ...evaluateMemory(result)]
}

/** Compares the rolling restart's p99 with the quiet minute's. */
function evaluateRolling(result: Measured): readonly Goal[] {
  const ratio = rollingRatio(result)
  if (ratio === undefined) return []
  const text = `p99 of successful requests in “${rollingName}”: ${ratio.toFixed(1)} × that in “${quietName}” (goal: at most ${maxRollingRatio} ×)`
  return [{ text, isMet: ratio <= maxRollingRatio }]
}

function evaluateClaims(result: Measured): readonly Goal[] {
  const longestMs = longestClaimMs(result)
  if (longestMs === undefined) return []
  const text = `Claims of a killed server were held for up to ${seconds(longestMs)} s after its end (goal: less than ${seconds(maxClaimsMs)} s)`
  return [{ text, isMet: longestMs < maxClaimsMs }]
}

/** Requires measured, not growing memory for every server and gateway. Agents keep their books in memory. */
function evaluateMemory({ memory }: Measured): readonly Goal[] {
  return [...serverNames, ...gatewayNames].flatMap((name) => {
    const rows = memory.filter(({ program }) => program === name)
    if (rows.length === 0) return [{ text: `The memory of ${name} was not measured`, isMet: false }]
    return rows.filter(isEvaluated).map((row) => ({
      text: `The memory of ${name} is ${isFlat(row) ? 'flat' : 'not flat'} over ${seconds(row.lifeMs)} s`,
      isMet: isFlat(row),
    }))
  })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
