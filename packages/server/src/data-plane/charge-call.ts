import { countCharacters } from '../http/encoded-text.ts'
import type { RateDecision } from '../http/rate-limit.ts'
import type { DataPlane, ReachedCall } from './call.ts'
import { getCost } from './call-cost.ts'
import type { HttpResponse } from './response.ts'

/** Charges a call that cost more than one request, and returns what is left of the realm's window. */
export function chargeCall(
  { rateLimiter, sandboxLimiter }: DataPlane,
  { rate, grant, measured, request }: ReachedCall,
  { body }: HttpResponse,
): RateDecision | undefined {
  if (rate === undefined || grant === undefined || measured === undefined) return rate
  const further = getCost(measured.getCharacters() + countCharacters(body), request) - 1
  if (further === 0) return rate
  rateLimiter.charge(grant.realmId, further)
  if (grant.realmKind === 'sandbox') sandboxLimiter.charge(grant.orgId, further)
  return { ...rate, remaining: Math.max(0, rate.remaining - further) }
}

/** Returns the rate window for a caller whose realm is unknown, and whose call is therefore not counted. */
export function unusedWindow({ clock, config }: DataPlane): RateDecision {
  return {
    allowed: true,
    limit: config.restRequestsPerMinute,
    remaining: config.restRequestsPerMinute,
    resetSeconds: 60 - (Math.floor(clock().getTime() / 1000) % 60),
  }
}
