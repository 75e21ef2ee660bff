import { within } from './latency.ts'
import type { SoakResult } from './run-soak.ts'

/** How long the claims of a killed server may be held after its end, in milliseconds. */
export const claimsMsMax = 3_000

/**
 * Returns how long after the end of a killed server a repeated write was still rejected, because the server had claimed
 * it: the longest of all, in milliseconds; undefined if no server was killed.
 */
export function longestClaimMs({
  incidents,
  attempts,
}: Pick<SoakResult, 'incidents' | 'attempts'>): number | undefined {
  const times = incidents.flatMap(({ leavesClaims, goneAt }, index) => {
    const next = incidents[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const rejected = within(attempts, goneAt, next).filter(({ outcome }) => outcome === 'REQUEST_IN_FLIGHT')
    return leavesClaims ? [Math.max(0, ...rejected.map(({ at }) => at - goneAt))] : []
  })
  return times.length === 0 ? undefined : Math.max(...times)
}
