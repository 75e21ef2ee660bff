import { describeFailure, type FailedOutcome } from '@bridge/agent-protocol'

const notSent: Readonly<Record<string, string>> = {
  'app-not-open': 'QuickBooks is not open in the Windows session of the agent. Open QuickBooks and the company file.',
  busy: 'QuickBooks is busy with another request. Look for an open dialog in QuickBooks, and check again.',
  deadline: 'QuickBooks is busy with other requests. Look for an open dialog in QuickBooks, and check again.',
}

const notConnected =
  'Neither an agent nor a QuickBooks Web Connector is connected. Check that the PC is on, and that one of them runs.'
const notAsked =
  'The QuickBooks Web Connector did not ask for the request in time. Choose Update Selected in it, and check again.'
const noResponse = 'QuickBooks did not respond in time. Look for an open dialog in QuickBooks, and check again.'
const unreadable = 'The response of QuickBooks could not be read. Report this to the operator of the service.'

/** Returns why QuickBooks did not respond, and what to do at the PC, in a few sentences. */
export function explainOutcome(outcome: FailedOutcome): string {
  const { reason, error } = outcome
  if (error !== undefined) return `${describeFailure(error, outcome.sent ? 'inside' : 'before')} (${error.hresult})`
  if (outcome.sent) return reason === 'unreadable' || reason === 'too-large' ? unreadable : noResponse
  const isPolled = 'retryAfterMs' in outcome && outcome.retryAfterMs !== undefined
  return notSent[reason] ?? (isPolled ? notAsked : notConnected)
}
