import type { Operation } from './calls.ts'

/** Before a call is sent, and after its response has arrived. */
export interface CallMoment {
  readonly phase: 'before' | 'after'
  readonly operation: Operation
  /** How many calls of the update came before this one. */
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
  /** Another application of the user is being updated. */
  | 'locked'
  /** The Web Connector was ended in the middle of the run. */
  | 'killed'

/** The result of one update. */
export interface UpdateResult {
  readonly end: UpdateEnd
  /** The text of the status column. */
  readonly status: string
  /** The code of an error, such as `QBWC1012`. */
  readonly code?: string | undefined
  /** The calls whose sending began, in order. */
  readonly calls: readonly Operation[]
  /** The number of message sets that QuickBooks received. */
  readonly messageSets: number
  /** The seconds by which the service postponed the next update. */
  readonly postponedSeconds?: number | undefined
  /** The lower limit of the interval that the service stated. */
  readonly intervalSecondsMin?: number | undefined
}
