import type { ExchangeCall, ExchangeOutcome } from '@bridge/agent-protocol'

/**
 * A request's stage. `starting`: a write's journal row is being moved to `sending`. From `sent` on, QuickBooks may have
 * the request. `accepted`: the agent confirmed that it received it.
 */
export type Stage = 'waiting' | 'starting' | 'sent' | 'accepted'

/** A server's request on its way through a session. */
export interface Job {
  readonly call: ExchangeCall
  readonly payload: Uint8Array
  stage: Stage
  /** Which turn among the clients of the company file the request has while it waits. */
  turn: number
  /** Times by `performance.now()`. */
  readonly receivedAt: number
  sentAt: number | undefined
  /** Whether the caller's time ran out. */
  isExpired: boolean
  /** Reports the outcome to the server; only the first call has an effect. */
  readonly complete: (outcome: ExchangeOutcome<Uint8Array>) => void
  timer: NodeJS.Timeout | undefined
}

/** Creates a job that reports its outcome once. */
export function createJob(
  call: ExchangeCall,
  payload: Uint8Array,
  onComplete: (outcome: ExchangeOutcome<Uint8Array>) => void,
): Job {
  let isComplete = false
  const job: Job = {
    call,
    payload,
    stage: 'waiting',
    turn: 0,
    receivedAt: performance.now(),
    sentAt: undefined,
    isExpired: false,
    timer: undefined,
    complete: (outcome) => {
      if (isComplete) return
      isComplete = true
      clearTimeout(job.timer)
      onComplete(outcome)
    },
  }
  return job
}
