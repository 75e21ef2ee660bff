import type { DesktopNotice } from '@bridge/agent-protocol'
import type { Pause } from '../pause/pause.ts'

/** Words for an agent state, which can be read out on the phone. */
export interface AgentStateRow {
  /** `good` works, `waiting` needs a person at the PC or was wanted by one, `bad` cannot work. */
  readonly tone: 'good' | 'waiting' | 'bad'
  /** The state in one sentence. */
  readonly sentence: string
  /** The next step for a person at the PC; none if there is nothing to do. */
  readonly remedy?: string
}

export type AgentState =
  | 'serving'
  | 'disconnected'
  | 'quickbooks-closed'
  | 'ended'
  | 'not-set-up'
  | Pause['kind']
  | Exclude<DesktopNotice, 'paused' | 'quickbooks-closed'>

/** Every agent state. The status page, the status file and the report take their words from here. */
export const agentStates: Readonly<Record<AgentState, AgentStateRow>> = {
  serving: { tone: 'good', sentence: 'The company file is connected.' },
  disconnected: {
    tone: 'bad',
    sentence: 'The service cannot be reached. The agent tries again.',
    remedy: 'Check the internet connection of this PC.',
  },
  ended: { tone: 'bad', sentence: 'The agent has ended.' },
  'not-set-up': {
    tone: 'bad',
    sentence: 'This PC is not connected to a company file yet.',
    remedy: 'Create a pairing code in the portal, and run the installer of the agent again with it.',
  },
  paused: {
    tone: 'waiting',
    sentence: 'The agent is paused.',
    remedy: 'Choose Resume to connect the company file again.',
  },
  'quiet-hours': { tone: 'waiting', sentence: 'The agent has quiet hours.' },
  'quickbooks-closed': {
    tone: 'waiting',
    sentence: 'QuickBooks is closed.',
    remedy: 'Open QuickBooks and the company file.',
  },
  'dialog-open': {
    tone: 'waiting',
    sentence: 'A dialog is waiting in QuickBooks.',
    remedy: 'Complete or close it.',
  },
  'no-company-file': {
    tone: 'waiting',
    sentence: 'QuickBooks is open without a company file.',
    remedy: 'Open the company file.',
  },
  'other-file': {
    tone: 'waiting',
    sentence: 'Another company file is open in QuickBooks.',
    remedy: 'Open the company file of this connection.',
  },
  'file-unconfirmed': {
    tone: 'waiting',
    sentence: 'The company file has not been confirmed yet.',
    remedy: 'Open the set-up page of this company file, and confirm that the file shown is the right one.',
  },
  'not-authorized': {
    tone: 'waiting',
    sentence: 'QuickBooks does not allow access to the company file yet.',
    remedy: 'Open it as Admin in single-user mode, and allow access when QuickBooks asks.',
  },
  'quickbooks-error': {
    tone: 'waiting',
    sentence: 'QuickBooks reports an error.',
    remedy: 'Restart QuickBooks, and open the company file.',
  },
  'sdk-missing': {
    tone: 'bad',
    sentence: 'QuickBooks is not found on this PC.',
    remedy: 'Install or repair QuickBooks Desktop.',
  },
  'other-session': {
    tone: 'waiting',
    sentence: 'QuickBooks is open for another Windows user.',
    remedy: 'Open it as the user of the agent.',
  },
  'disk-full': {
    tone: 'waiting',
    sentence: 'The disk is full: responses to changes cannot be stored. Requests go on.',
    remedy: 'Free space on the drive of the agent’s folder, usually C:.',
  },
  'responses-not-stored': {
    tone: 'waiting',
    sentence: 'Responses to changes cannot be stored in the agent’s folder. Requests go on.',
    remedy: 'Allow your Windows user to write to it, and make a report for support if that does not help.',
  },
  elevated: {
    tone: 'waiting',
    sentence: 'QuickBooks runs as administrator.',
    remedy: 'Close it, and open it as usual.',
  },
}
