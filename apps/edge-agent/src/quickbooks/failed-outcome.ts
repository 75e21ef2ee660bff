import {
  type CallStage,
  type DesktopNotice,
  describeFailure,
  type ExchangeOutcome,
  findHresult,
  formatHresult,
} from '@bridge/agent-protocol'
import type { ComError } from './session.ts'

/** QuickBooks could not be started. It also returns this while it runs as administrator, or is busy. */
const cannotStart = 0x80040408

/**
 * Returns a failed call's outcome. Nothing was sent before ProcessRequest. Inside it, only some HRESULTs show that
 * QuickBooks executed nothing; all others are `lost`.
 *
 * @param isOpen whether QuickBooks runs in the agent's Windows session
 */
export function getFailedOutcome(failure: ComError, stage: CallStage, isOpen: boolean): ExchangeOutcome {
  const hresult = formatHresult(failure.hresult)
  const { ran, reaction } = findHresult(failure.hresult)
  const error = { hresult, message: describeFailure({ hresult, message: failure.message }, stage) }
  if (stage === 'before') {
    const isClosed = findNotice(failure, stage, isOpen) === 'quickbooks-closed'
    return { sent: false, reason: isClosed ? 'app-not-open' : 'execution-error', error }
  }
  if (reaction === 'too-large') return { sent: true, lost: true, reason: 'too-large', error }
  return ran === 'no'
    ? { sent: false, reason: 'execution-error', error }
    : { sent: true, lost: true, reason: 'connection', error }
}

/** Returns the state of QuickBooks that a failed call shows, if any. A session that did not begin always shows one. */
export function findNotice({ hresult }: ComError, stage: CallStage, isOpen: boolean): DesktopNotice | undefined {
  if (hresult === cannotStart && isOpen) return 'quickbooks-error'
  return findHresult(hresult).notice ?? (stage === 'before' ? 'quickbooks-error' : undefined)
}
