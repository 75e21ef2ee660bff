import { Problem } from '@bridge/faults'
import { toNetwork } from '@bridge/platform/network'
import type { RateDecision } from '@bridge/platform/rate-decision'
import type { Services } from './services.ts'

/**
 * Counts control plane calls: a signed-in user's over all sessions, and others' by address.
 *
 * @param calls how many operations or procedures the request runs
 */
export function countCaller(
  { userLimiter, visitorLimiter }: Pick<Services, 'userLimiter' | 'visitorLimiter'>,
  { userId, address }: { readonly userId: string | undefined; readonly address: string },
  calls = 1,
): Promise<RateDecision> | RateDecision {
  return userId === undefined ? visitorLimiter.consume(toNetwork(address), calls) : userLimiter.consume(userId, calls)
}

/** @throws Problem `rate_limited` unless the decision allows the subject's request, such as `This address` */
export function requireAllowed(subject: string, { allowed, limit, resetSeconds }: RateDecision): void {
  if (allowed) return
  const message = `${subject} has used its ${limit} requests for this minute. Wait ${resetSeconds} s.`
  throw new Problem('rate_limited', message, {}, resetSeconds)
}
