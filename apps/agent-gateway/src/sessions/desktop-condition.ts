import type { AgentMessage, DesktopNotice, DesktopState } from '@bridge/agent-protocol'
import type { DesktopCondition } from '@bridge/database'

/** The QuickBooks errors a person at the PC can resolve. */
const conditionsByResult: Readonly<Record<string, DesktopCondition>> = {
  '0X8004040A': 'another_file',
  '0X80040414': 'dialog',
  '0X80040417': 'no_file',
  '0X80040418': 'not_authorized',
  '0X80040152': 'sdk_missing',
  '0X80040154': 'sdk_missing',
  '0X80080005': 'elevated',
}

const conditionsByNotice: Readonly<Record<DesktopNotice, DesktopCondition>> = {
  'dialog-open': 'dialog',
  'no-company-file': 'no_file',
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

/** Returns why QuickBooks rejected a request before running it, if a person at the PC can change that. */
export function getObstacle(message: End): DesktopCondition | undefined {
  if (message.type === 'response' || message.outcome.error === undefined) return undefined
  return conditionsByResult[message.outcome.error.hresult.toUpperCase()]
}

/** Returns a desktop's condition: its own state goes before what an earlier request met. */
export function getCondition(desktop: DesktopState, obstacle?: DesktopCondition): DesktopCondition {
  if (desktop.notice !== undefined) return conditionsByNotice[desktop.notice]
  if (desktop.phase !== 'ready') return 'quickbooks_closed'
  return obstacle ?? (desktop.companyFile === undefined ? 'no_file' : 'ready')
}
