import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { RateDecision } from '@bridge/platform/rate-decision'
import type { RateLimiter } from '@bridge/platform/rate-limit'

/** @throws Fault `RATE_LIMITED` if the realm used up its requests for the minute */
export function requireWithinLimit({ allowed, limit, resetSeconds }: RateDecision): void {
  if (allowed) return
  const detail = `The company file has used its ${limit} requests for this minute. Retry in ${resetSeconds} s.`
  throw new Fault('RATE_LIMITED', detail, { retryAfterSeconds: resetSeconds })
}

/**
 * Counts a request to a sandbox against its daily limit.
 *
 * @throws Fault `SANDBOX_DAILY_LIMIT`
 */
export function admitToSandbox(dailyLimiter: RateLimiter, grant: Grant): Promise<void> | undefined {
  return grant.realmKind === 'sandbox' ? requireDailyPermit(dailyLimiter, grant.orgId) : undefined
}

async function requireDailyPermit(dailyLimiter: RateLimiter, orgId: string): Promise<void> {
  const { allowed, limit, resetSeconds } = await dailyLimiter.consume(orgId)
  if (allowed) return
  const detail = `The sandbox used its ${limit} requests of this UTC day.`
  throw new Fault('SANDBOX_DAILY_LIMIT', detail, { retryAfterSeconds: resetSeconds })
}
