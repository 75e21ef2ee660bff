import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { describeFailure, findHresult, formatHresult } from './hresult.ts'
import type { ComError } from './session.ts'

/** Whether a call failed before ProcessRequest, or inside it. */
export type CallStage = 'before' | 'inside'

/**
 * Returns a failed call's outcome. Nothing was sent before ProcessRequest. Inside it, only some HRESULTs show that
 * QuickBooks executed nothing; all others are `lost`.
 *
 * @param isOpen whether QuickBooks runs in the agent's Windows session
 */
export function getFailedOutcome(failure: ComError, stage: CallStage, isOpen: boolean): ExchangeOutcome {
  const { hresult, message: text } = failure
  const { reaction } = findHresult(hresult)
  const error = { hresult: formatHresult(hresult), message: describeFailure(hresult, text) }
  if (stage === 'before') {
    const isClosed = reaction === 'not-open' || (reaction === 'not-started' && !isOpen)
    return isClosed ? { sent: false, reason: 'app-not-open', error } : { sent: false, reason: 'execution-error', error }
  }
  if (reaction === 'too-large') return { sent: true, lost: true, reason: 'too-large', error }
  const wasRejected = reaction === 'rejected' || reaction === 'version' || reaction === 'stale-session'
  return wasRejected
    ? { sent: false, reason: 'execution-error', error }
    : { sent: true, lost: true, reason: 'connection', error }
}
