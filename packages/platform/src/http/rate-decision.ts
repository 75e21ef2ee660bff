/** The decision on one request. The three numbers become the `RateLimit-*` headers. */
export interface RateDecision {
  readonly allowed: boolean
  /** Permits per window. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}
