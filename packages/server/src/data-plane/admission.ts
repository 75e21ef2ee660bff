import { Fault } from '@bridge/faults'
import type { RateDecision, RateLimiter } from '../http/rate-limit.ts'
import type { Grant } from '../oauth/grant.ts'

/**
 * Whether the realm may make a request now.
 *
 * @throws Fault `RATE_LIMITED`
 */
export function admit({ allowed, limit, resetSeconds }: RateDecision): void {
  if (allowed) return
  throw new Fault(
    'RATE_LIMITED',
    `The company file made its ${limit} requests of this minute. Wait ${resetSeconds} s.`,
    {
      retryAfterSeconds: resetSeconds,
    },
  )
}

/**
 * Counts a request of a sandbox against its day.
 *
 * @throws Fault `SANDBOX_DAILY_LIMIT`
 */
export async function admitToSandbox(dailyLimiter: RateLimiter, grant: Grant): Promise<void> {
  if (grant.realmKind !== 'sandbox') return
  const { allowed, limit, resetSeconds } = await dailyLimiter.consume(grant.realmId)
  if (allowed) return
  throw new Fault('SANDBOX_DAILY_LIMIT', `The sandbox made its ${limit} calls of this UTC day.`, {
    retryAfterSeconds: resetSeconds,
  })
}
