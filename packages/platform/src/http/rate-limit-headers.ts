import type { RateDecision } from './rate-decision.ts'

/** Renders the `RateLimit-*` headers [dp-7.2:RATE_LIMITED]. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateDecision): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}
