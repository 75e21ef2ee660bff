import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { type MarkedStep, markSteps, type StepRow } from './mark-steps.ts'

/** The facts behind finished steps. */
export interface AgentFacts {
  readonly state: RealmState
  /** Whether an agent has ever connected. */
  readonly hasAgent: boolean
  /** Whether the installer's download was started on this page. */
  readonly hasDownloaded: boolean
  /** The company's name, once it was read from the file. */
  readonly companyName: string | null
}

export type AgentStepKey = 'download' | 'install' | 'pair' | 'open' | 'allow' | 'connected' | 'read'

const offlineStates: readonly RealmState[] = ['never_connected', 'offline', 'token_revoked', 'replaced']
const closedStates: readonly RealmState[] = [
  ...offlineStates,
  'quickbooks_closed',
  'no_file',
  'another_file',
  'sdk_missing',
  'other_session',
  'elevated',
  'paused',
]

/** Only where the service offers the installer. */
const download: StepRow<AgentStepKey, AgentFacts> = {
  key: 'download',
  title: 'Download the agent',
  text: 'Open this page on the PC where QuickBooks runs, and download the installer there.',
  causes: [
    'The browser asks whether to keep the file. Choose to keep it.',
    'The PC is not the one where QuickBooks runs.',
    'A security program or your network blocks downloads of programs.',
  ],
  isDone: ({ hasDownloaded, hasAgent }) => hasDownloaded || hasAgent,
}

/** The steps after the download, in order. The company file's state shows which are done. */
const rows: readonly StepRow<AgentStepKey, AgentFacts>[] = [
  {
    key: 'install',
    title: 'Install the agent',
    text: 'On the PC where QuickBooks runs, open the installer of the agent, and let it start the agent.',
    causes: [
      'The installer waits for a confirmation in another window.',
      'The PC is not the one where QuickBooks runs.',
      'A security program stopped the installer. Allow it, and start it again.',
    ],
    isDone: ({ hasAgent }) => hasAgent,
  },
  {
    key: 'pair',
    title: 'Enter the pairing code',
    text: 'Create a pairing code on this page, and enter it in the agent with the address of this service. A code works once, for 10 minutes.',
    causes: [
      'The code has expired, or was replaced by a newer one. Create another one.',
      'The agent is not running. Start it.',
      'A firewall or proxy blocks this service. Allow connections to it from the PC.',
    ],
    isDone: ({ state }) => !offlineStates.includes(state),
  },
  {
    key: 'open',
    title: 'Open the company file',
    text: 'In QuickBooks, open the company file as Admin, in single-user mode.',
    causes: [
      'QuickBooks is still starting, or waits for a password.',
      'Another company file is open. Close it first.',
      'QuickBooks runs as another Windows user than the agent.',
    ],
    isDone: ({ state }) => !closedStates.includes(state),
  },
  {
    key: 'allow',
    title: 'Allow access',
    text: 'QuickBooks asks whether the agent may read and change the file. Choose “Yes, always; allow access even if QuickBooks is not running”, then Continue and Done.',
    causes: [
      'The question is behind another window of QuickBooks.',
      'You are not signed in to the company file as Admin.',
      'The file is in multi-user mode. Switch to single-user mode in the File menu.',
    ],
    isDone: ({ state, companyName }) => state !== 'not_authorized' && (state === 'connected' || companyName !== null),
  },
  {
    key: 'connected',
    title: 'Connected',
    text: 'The agent is connected, and QuickBooks processes requests.',
    causes: [
      'A dialog is open in QuickBooks. Complete or close it.',
      'QuickBooks is busy with a report or a backup.',
      'The PC has gone to sleep.',
    ],
    isDone: ({ state }) => state === 'connected',
  },
  {
    key: 'read',
    title: 'First read',
    text: 'The company’s name is read from the file.',
    causes: [
      'A dialog is open in QuickBooks. Complete or close it.',
      'QuickBooks is busy, and responds when it is finished.',
      'The file was closed in the meantime. Open it again.',
    ],
    isDone: ({ state, companyName }) => state === 'connected' && companyName !== null,
  },
]

/** Returns the agent set-up steps. With an installer to download, they begin with the download. */
export function getAgentSteps(facts: AgentFacts, hasDownload: boolean): readonly MarkedStep<AgentStepKey>[] {
  return markSteps(hasDownload ? [download, ...rows] : rows, facts)
}

/** Returns whether the agent is yet to connect, when a pairing code helps. */
export function needsAgent({ state }: Pick<AgentFacts, 'state'>): boolean {
  return offlineStates.includes(state)
}

/** Returns whether reading the company's name can succeed, or can show what keeps it from succeeding. */
export function canRead({ state, companyName }: Pick<AgentFacts, 'state' | 'companyName'>): boolean {
  const needsRead = companyName === null || state !== 'connected'
  return needsRead && !offlineStates.includes(state) && state !== 'quickbooks_closed' && state !== 'paused'
}
