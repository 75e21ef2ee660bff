import { within } from './latency.ts'
import type { SoakResult } from './run-soak.ts'

/** Milliseconds a killed server's claims may outlive it. */
export const maxClaimsMs = 3_000

/**
 * Returns the longest time, in milliseconds, for which a repeated write was rejected because a killed server had claimed
 * it; undefined if no server was killed.
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
