import type { RateDecision } from '@bridge/platform/rate-decision'
import { countCharacters } from '../http/encoded-text.ts'
import type { DataPlane, ReachedCall } from './call.ts'
import { getCost } from './call-cost.ts'
import type { CallPace } from './call-pace.ts'
import type { HttpResponse } from './response.ts'

/** Charges a call that cost more than one request, and returns what is left of the realm's window. */
export function chargeCall(
  { rateLimiter, sandboxLimiter }: DataPlane,
  callPace: CallPace,
  { rate, grant, measured, request, body: sent = '' }: ReachedCall,
  { body }: HttpResponse,
): RateDecision | undefined {
  if (rate === undefined || grant === undefined || !rate.allowed) return rate
  const characters = sent.length + (measured?.getCharacters() ?? 0) + countCharacters(body)
  const further = getCost(characters, request) - 1
  if (further === 0) return rate
  rateLimiter.charge(grant.realmId, further)
  if (grant.realmKind === 'sandbox') sandboxLimiter.charge(grant.orgId, further)
  callPace.charge(grant.realmId, further)
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
