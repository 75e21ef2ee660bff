import type { FaultScope } from './fault-scopes.ts'

/** The effect of the request on the company file. */
export type Outcome = 'not_applied' | 'unknown' | 'applied'

/** A data-plane error code and its documentation for integrators. */
export interface FaultRow {
  readonly status: number
  /** Other HTTP statuses a fault with this code may select. */
  readonly alsoStatus?: readonly number[]
  /** `Fault.Error[].Message`, worded as in QuickBooks Online if it has the same code. */
  readonly message: string
  /** QuickBooks Online's nearest number, for clients that parse codes as numbers. */
  readonly onlineCode: string
  /** The condition, as one sentence. */
  readonly when: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  /** True if repeating the unchanged request later is safe and may succeed. */
  readonly retryable: boolean
  readonly outcome: Outcome
  /** Seconds for the `Retry-After` header, unless the fault states others. */
  readonly retryAfterSeconds?: number
}

/** The row of a code in the catalogue. */
export interface CatalogueRow extends FaultRow {
  /** Operations whose response can be this fault; none if only slots of a batch or change request have it. */
  readonly scopes: readonly FaultScope[]
}
