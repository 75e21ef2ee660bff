import { type AgentMessage, type DesktopNotice, type DesktopState, findHresult } from '@bridge/agent-protocol'
import type { DesktopCondition } from '@bridge/database'

const conditionsByNotice: Readonly<Record<DesktopNotice, DesktopCondition>> = {
  'dialog-open': 'dialog',
  'no-company-file': 'no_file',
  'quickbooks-closed': 'quickbooks_closed',
  'quickbooks-error': 'quickbooks_error',
  'other-file': 'another_file',
  'file-unconfirmed': 'file_unconfirmed',
  'not-authorized': 'not_authorized',
  'sdk-missing': 'sdk_missing',
  'other-session': 'other_session',
  elevated: 'elevated',
  paused: 'paused',
  'disk-full': 'disk_full',
  'responses-not-stored': 'responses_not_stored',
}

type End = Extract<AgentMessage, { type: 'failed' | 'response' }>

/** Returns what keeps QuickBooks from running requests, if the end of one showed it. */
export function getObstacle(message: End): DesktopCondition | undefined {
  if (message.type === 'response' || message.outcome.error === undefined) return undefined
  const { notice } = findHresult(message.outcome.error.hresult)
  return notice && conditionsByNotice[notice]
}

/** Returns the condition of a QuickBooks in which no session began. */
export function getRefusal(hresult: string): DesktopCondition {
  return conditionsByNotice[findHresult(hresult).notice ?? 'quickbooks-error']
}

/** Returns a desktop's condition: its own state goes before what an earlier request met. */
export function getCondition(desktop: DesktopState, obstacle?: DesktopCondition): DesktopCondition {
  if (desktop.notice !== undefined) return conditionsByNotice[desktop.notice]
  if (desktop.phase !== 'ready') return 'quickbooks_closed'
  return obstacle ?? (desktop.companyFile === undefined ? 'no_file' : 'ready')
}
