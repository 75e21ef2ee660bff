/** What a limiter says of one request; the three numbers become the `RateLimit-*` headers. */
export interface RateDecision {
  readonly allowed: boolean
  /** Requests a window. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

/** Counts requests a key and minute, across every server. */
export interface RateLimiter {
  take(key: string): Promise<RateDecision>
}
