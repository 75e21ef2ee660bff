import type { Operation } from './calls.ts'

/** Before a call is sent, and after its response has arrived. */
export interface CallMoment {
  readonly phase: 'before' | 'after'
  readonly operation: Operation
  /** How many calls came before this one. */
  readonly index: number
}

/** How an update ended. */
export type UpdateEnd =
  /** The service said 100. */
  | 'done'
  /** `authenticate` returned `none`. */
  | 'no-work'
  /** `authenticate` returned `nvu`. */
  | 'invalid-user'
  /** `authenticate` returned `busy`. */
  | 'busy'
  /** `authenticate` postponed the update. */
  | 'postponed'
  /** `clientVersion` refused this version. */
  | 'version-refused'
  /** There was no session with QuickBooks. */
  | 'no-session'
  /** The run ended with an error, which the user sees in red. */
  | 'failed'
  /** Another of the user's applications is being updated. */
  | 'locked'
  /** The Web Connector was ended during the run. */
  | 'killed'

/** One update's result. */
export interface UpdateResult {
  readonly end: UpdateEnd
  /** The status column's text. */
  readonly status: string
  /** An error code, such as `QBWC1012`. */
  readonly code?: string | undefined
  /** The calls whose sending began, in order. */
  readonly calls: readonly Operation[]
  /** How many message sets QuickBooks received. */
  readonly messageSets: number
  /** The seconds by which the service postponed the next update. */
  readonly postponedSeconds?: number | undefined
  /** The service's lower limit for the interval. */
  readonly intervalSecondsMin?: number | undefined
}
