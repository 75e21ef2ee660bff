import type { ExchangeCall, ExchangeOutcome } from '@bridge/agent-protocol'

/**
 * Where a request stands: `waiting` for its turn; a write whose journal row is being moved to sending is
 * `marking`; from `sent` on it counts as handed over; `accepted` says that the agent acknowledged it.
 */
type Stage = 'waiting' | 'marking' | 'sent' | 'accepted'

/** One request of a server on its way through a session. */
export interface Job {
  readonly call: ExchangeCall
  readonly payload: Uint8Array
  stage: Stage
  /** When it came and when it was sent, by `performance.now()`. */
  readonly cameAt: number
  sentAt: number | undefined
  /** The caller's budget is used up. */
  isExpired: boolean
  /** Answers the server; only the first call counts. */
  readonly answer: (outcome: ExchangeOutcome, payload?: Uint8Array) => void
  timer: NodeJS.Timeout | undefined
}

const nothing = new Uint8Array()

/** A job that answers once, through `respond`. */
export function createJob(
  call: ExchangeCall,
  payload: Uint8Array,
  respond: (outcome: ExchangeOutcome, payload: Uint8Array) => void,
): Job {
  let isAnswered = false
  const job: Job = {
    call,
    payload,
    stage: 'waiting',
    cameAt: performance.now(),
    sentAt: undefined,
    isExpired: false,
    timer: undefined,
    answer: (outcome, answer = nothing) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(job.timer)
      respond(outcome, answer)
    },
  }
  return job
}
