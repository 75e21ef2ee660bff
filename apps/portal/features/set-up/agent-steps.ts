import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { isolateName } from '@bridge/identity/access/isolate-name'
import { type MarkedStep, markSteps, type StepRow } from './mark-steps.ts'

/** The facts behind finished steps. */
export interface AgentFacts {
  readonly state: RealmState
  /** Whether an agent has ever connected. */
  readonly hasAgent: boolean
  /** Whether a pairing code was created for this set-up, which the download does. */
  readonly hasCode: boolean
  /** The open company file; while the agent waits for its confirmation, what it found: first its name, then its path. */
  readonly companyFile: string | null
  /** The company's name, once it was read from the file. */
  readonly companyName: string | null
}

export type AgentStepKey =
  | 'open'
  | 'download'
  | 'install'
  | 'pair'
  | 'file'
  | 'allow'
  | 'location'
  | 'connected'
  | 'read'

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

const open: StepRow<AgentStepKey, AgentFacts> = {
  key: 'open',
  title: 'Open the company file',
  text: 'On the PC where QuickBooks runs, open the company file as Admin, in single-user mode, and close all others.',
  readOut:
    'Open the company file in QuickBooks and sign in as Admin. If the File menu says “Switch to Single-user Mode”, choose it.',
  causes: [
    'QuickBooks is still starting, or waits for a password.',
    'Another company file is open. Close it first.',
    'QuickBooks runs as another Windows user than the agent.',
  ],
  // Nothing is known of QuickBooks before an agent connects.
  isDone: ({ state, hasAgent, hasCode }) =>
    offlineStates.includes(state) ? hasAgent || hasCode : !closedStates.includes(state),
}

/** Nothing can be read until a person has acted. */
const waitingStates: readonly RealmState[] = ['quickbooks_closed', 'paused', 'file_unconfirmed']

/** Only where the service offers the installer. */
const download: StepRow<AgentStepKey, AgentFacts> = {
  key: 'download',
  title: 'Download the agent',
  text: 'Open this page on the PC where QuickBooks runs, and download the installer there. The name of the file carries a code that connects this company file, once, within 10 minutes.',
  readOut:
    'On the page, press “Download the agent for Windows”. If the browser asks whether to keep the file, keep it.',
  causes: [
    'The browser asks whether to keep the file. Choose to keep it.',
    'The PC is not the one where QuickBooks runs.',
    'A security program or your network blocks downloads of programs.',
  ],
  isDone: ({ hasCode, hasAgent }) => hasCode || hasAgent,
}

/** Whom to ask for what a page lacks. */
export interface Sender {
  readonly name: string
  readonly email: string
}

/** The installation where the service offers no installer: it names who has it. */
function askForInstaller(sender: Sender | undefined) {
  return {
    text: `${
      sender
        ? `Ask ${nameSender(sender)} for the installer of the agent, bridge-agent-setup.exe.`
        : 'Ask the operator of this service for the installer of the agent, bridge-agent-setup.exe: this service offers none to download.'
    } Open it on this PC, and choose Install. It asks for the address and the code of the next step.`,
    readOut:
      'Open the file bridge-agent-setup.exe that you got from me. It asks for an address and a code: press “Create pairing code” on the page, and copy both.',
  }
}

/** Names a sender with the address: `Ada Lind (ada@example.com)`. */
export function nameSender({ name, email }: Sender): string {
  return name === '' ? email : `${isolateName(name)} (${email})`
}

/** The steps after the download, in order. The company file's state shows which are done. */
const rows: readonly StepRow<AgentStepKey, AgentFacts>[] = [
  {
    key: 'install',
    title: 'Install the agent',
    text: 'Open the downloaded file. It shows the address of this service: compare it with the address of this page, and choose Install. Nothing is typed.',
    readOut: 'Open the file that you downloaded. Its window shows an address: read it to me before you press Install.',
    causes: [
      'The installer waits for a confirmation in another window.',
      'The PC is not the one where QuickBooks runs.',
      'A security program stopped the installer. Allow it, and start it again.',
    ],
    isDone: ({ hasAgent }) => hasAgent,
  },
  {
    key: 'pair',
    title: 'Connect the agent',
    text: 'The installer connects the agent with the code. If it says that the code has expired, download it again.',
    readOut: 'Does the installer show a message? Read it to me. If the code has expired, press the download again.',
    causes: [
      'The code has expired, or was replaced by a newer one. Create another one.',
      'The agent is not running. Start it.',
      'A firewall or proxy blocks this service. Allow connections to it from the PC.',
    ],
    isDone: ({ state }) => !offlineStates.includes(state),
  },
  {
    key: 'file',
    title: 'Is this the file?',
    text: 'The agent shows the company whose file is open in QuickBooks. QuickBooks gets no request before you confirm it.',
    readOut: 'The page asks whether this is the file. Read me the name. If it is right, press “Yes, this is the file”.',
    causes: [
      'Another company file is open. Open the right one: it appears here.',
      'QuickBooks is still opening the file.',
      'The file was not confirmed yet, on this page or in the portal.',
    ],
    isDone: ({ state, companyFile }) => state !== 'file_unconfirmed' || isPath(companyFile),
  },
  {
    key: 'allow',
    title: 'Allow access',
    text: 'QuickBooks asks whether the application may read and change the file. Choose “Yes, whenever this QuickBooks company file is open”, then Continue and Done.',
    readOut:
      'QuickBooks asks for permission. Choose “Yes, whenever this QuickBooks company file is open”, then Continue, then Done.',
    causes: [
      'The question is behind another window. Look for QuickBooks blinking in the task bar.',
      'You are not signed in to the company file as Admin: other users are refused, or see nothing.',
      'The file is in multi-user mode. Switch to single-user mode in the File menu.',
    ],
    isDone: ({ state, companyName, companyFile }) =>
      state !== 'not_authorized' &&
      (state === 'connected' || companyName !== null || (state === 'file_unconfirmed' && isPath(companyFile))),
  },
  {
    key: 'location',
    title: 'Confirm where the file is',
    text: 'QuickBooks has named the path of the file. A copy or a restored backup has the same company, but another path.',
    readOut: 'The page shows where the file is. Read me the path. If it is right, press “Yes, this is the file”.',
    causes: [
      'The path was not confirmed yet, on this page or in the portal.',
      'It is the path of a copy. Open the right file: it appears here.',
      'The PC was offline for a moment.',
    ],
    isDone: ({ state }) => state !== 'file_unconfirmed',
  },
  {
    key: 'connected',
    title: 'Connected',
    text: 'The agent is connected, and QuickBooks processes requests.',
    readOut: 'Is a window open in QuickBooks? Complete it or close it.',
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
    readOut: 'Almost done. Wait until the page says “Connected”.',
    causes: [
      'A dialog is open in QuickBooks. Complete or close it.',
      'QuickBooks is busy, and responds when it is finished.',
      'The file was closed in the meantime. Open it again.',
    ],
    isDone: ({ state, companyName }) => state === 'connected' && companyName !== null,
  },
]

/** The pairing where the installer came without a code in its name. */
const enterCode = {
  title: 'Enter the pairing code',
  text: 'Create a pairing code on this page, and enter it in the installer with the address of this service. A code works once, for 10 minutes.',
  readOut: 'Press “Create pairing code” on the page, and copy the address and the code into the installer.',
}

interface AgentSetting {
  /** Whether the service offers the installer. The download is a step only then. */
  readonly hasInstaller: boolean
  /** The sender of the link that the reader has, if any. */
  readonly sender?: Sender | undefined
}

/** Returns the agent set-up steps. */
export function getAgentSteps(
  facts: AgentFacts,
  { hasInstaller, sender }: AgentSetting,
): readonly MarkedStep<AgentStepKey>[] {
  if (hasInstaller) return markSteps([open, download, ...rows], facts)
  const replaced: Partial<Record<AgentStepKey, object>> = { install: askForInstaller(sender), pair: enterCode }
  return markSteps([open, ...rows], facts).map((step) => ({ ...step, ...replaced[step.key] }))
}

/** Returns whether the agent is yet to connect, when a pairing code helps. */
export function needsAgent({ state }: Pick<AgentFacts, 'state'>): boolean {
  return offlineStates.includes(state)
}

/** Whether an agent found a company file by its path, not only by the name in its window. */
function isPath(companyFile: string | null): boolean {
  return companyFile?.includes('\\') === true
}

/** Returns whether reading the company's name can succeed, or can show what keeps it from succeeding. */
export function canRead({ state, companyName }: Pick<AgentFacts, 'state' | 'companyName'>): boolean {
  const needsRead = companyName === null || state !== 'connected'
  return needsRead && !offlineStates.includes(state) && !waitingStates.includes(state)
}
