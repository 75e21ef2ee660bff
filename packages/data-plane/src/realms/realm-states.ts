/** Words for a company file's state, and what fixes it at the PC. */
export interface RealmStateRow {
  /** The badge in lists. */
  readonly label: string
  /** `good` works, `waiting` needs a person at the PC, `bad` cannot be reached, `none` never worked. */
  readonly tone: 'good' | 'waiting' | 'bad' | 'none'
  /** One sentence for the page top, followed by the time since when. */
  readonly sentence: string
  /** The fixing steps at the PC; none if there is nothing to do. */
  readonly steps: readonly string[]
}

/**
 * Every company file state, those in trouble first: lists sort in this order. Pages and emails take their words from
 * here.
 */
export const realmStates = {
  token_revoked: {
    label: 'Token revoked',
    tone: 'bad',
    sentence: 'The agent token was revoked, so the agent was disconnected.',
    steps: [
      'Ask an admin for a new agent token.',
      'Enter the new token in the agent at the PC.',
      'Start the agent again and leave it running.',
    ],
  },
  replaced: {
    label: 'Replaced',
    tone: 'bad',
    sentence: 'A newer agent replaced the previous one, and is offline now.',
    steps: [
      'Find the PC where the newer agent runs, and start the agent there.',
      'To go back to the earlier PC instead, start the agent there again.',
      'Keep one agent running for each company file.',
    ],
  },
  offline: {
    label: 'Offline',
    tone: 'bad',
    sentence: 'The agent is not connected.',
    steps: [
      'Turn on the PC with QuickBooks, and sign in to Windows.',
      'Check that the PC has an internet connection.',
      'Start the agent. It connects within a minute.',
    ],
  },
  not_polling: {
    label: 'Not polling',
    tone: 'bad',
    sentence: 'The QuickBooks Web Connector has stopped polling.',
    steps: [
      'Turn on the PC with QuickBooks, and sign in to Windows.',
      'Open the QuickBooks Web Connector, and check that Auto-Run is ticked for this company file.',
      'Choose Update Selected. If it reports a wrong password, ask an admin for a new one.',
    ],
  },
  another_file: {
    label: 'Another file is open',
    tone: 'waiting',
    sentence: 'Another company file is open in QuickBooks.',
    steps: ['In QuickBooks, close the open company file.', 'Open the company file that belongs to this connection.'],
  },
  dialog_waiting: {
    label: 'Dialog waiting',
    tone: 'waiting',
    sentence: 'A dialog is waiting in QuickBooks.',
    steps: ['Open QuickBooks at the PC.', 'Complete or close the open dialog, and save what you were entering.'],
  },
  file_unconfirmed: {
    label: 'Confirm the file',
    tone: 'waiting',
    sentence: 'The agent has found a company file, and waits for you to confirm that it is the right one.',
    steps: [
      'Compare the company file shown here with the one that belongs to this connection.',
      'If it is the right one, confirm it on this page or on the set-up page.',
      'If it is not, open the right company file in QuickBooks at the PC. This page shows it then.',
    ],
  },
  not_authorized: {
    label: 'Access not allowed',
    tone: 'waiting',
    sentence: 'QuickBooks does not allow access to the company file yet.',
    steps: [
      'Open the company file in QuickBooks as Admin, in single-user mode.',
      'When QuickBooks asks, choose “Yes, whenever this QuickBooks company file is open”. The question may be behind another window: look for QuickBooks blinking in the task bar.',
      'Choose Continue, then Done. If a second window warns of a missing certificate, click its link and type Yes first.',
    ],
  },
  sdk_missing: {
    label: 'QuickBooks not found',
    tone: 'waiting',
    sentence: 'The agent does not find QuickBooks on its PC.',
    steps: [
      'Check that the agent runs on the PC where QuickBooks Desktop is installed.',
      'Repair QuickBooks: in Windows, open Installed apps, choose QuickBooks, then Repair.',
      'Restart the PC, and open the company file.',
    ],
  },
  other_session: {
    label: 'Another Windows user',
    tone: 'waiting',
    sentence: 'QuickBooks is open, but for another Windows user than the agent’s.',
    steps: [
      'Sign in to Windows as the user who installed the agent.',
      'Open QuickBooks and the company file there, and leave them open.',
    ],
  },
  elevated: {
    label: 'Run as administrator',
    tone: 'waiting',
    sentence: 'QuickBooks runs as administrator, so the agent cannot reach it.',
    steps: [
      'Close QuickBooks. If it does not end, sign out of Windows and in again.',
      'Open QuickBooks as usual, not with “Run as administrator”.',
      'Open the company file, and leave it open.',
    ],
  },
  quickbooks_error: {
    label: 'QuickBooks reports an error',
    tone: 'waiting',
    sentence: 'QuickBooks reports an error, so requests fail.',
    steps: [
      'Check the connection here: the result says what QuickBooks reports, and what to do.',
      'At the PC, the agent’s status page or the log of the Web Connector says the same.',
    ],
  },
  no_file: {
    label: 'No file is open',
    tone: 'waiting',
    sentence: 'QuickBooks is open, but no company file is.',
    steps: ['Open QuickBooks at the PC.', 'Open the company file, and leave it open.'],
  },
  quickbooks_closed: {
    label: 'QuickBooks is closed',
    tone: 'waiting',
    sentence: 'QuickBooks is closed. The agent is connected.',
    steps: ['Open QuickBooks at the PC.', 'Open the company file, and leave it open.'],
  },
  paused: {
    label: 'Paused',
    tone: 'waiting',
    sentence: 'The agent was paused at its PC, or has quiet hours there.',
    steps: [
      'Right-click the icon of the agent near the clock of the PC.',
      'Choose Resume, or change the quiet hours on the status page.',
    ],
  },
  disk_full: {
    label: 'Disk is full',
    tone: 'waiting',
    sentence: 'The disk of the PC is full: the agent cannot store the responses to changes. Requests go on.',
    steps: [
      'At the PC, free space on the drive of the agent’s folder, usually C:.',
      'Send a change. This message ends once the agent has stored a response.',
    ],
  },
  responses_not_stored: {
    label: 'Responses not stored',
    tone: 'waiting',
    sentence: 'The agent cannot store the responses to changes on its PC. Requests go on.',
    steps: [
      'At the PC, open the status page of the agent, and make a report: its log has the reason.',
      'Allow the agent’s user to write to the agent’s folder.',
      'Send a change. This message ends once the agent has stored a response.',
    ],
  },
  never_connected: {
    label: 'Never connected',
    tone: 'none',
    sentence: 'No agent has connected to this company file yet.',
    steps: ['Set up the PC where QuickBooks runs. It takes about five minutes.'],
  },
  connected: { label: 'Connected', tone: 'good', sentence: 'Connected.', steps: [] },
  sandbox: { label: 'Sandbox', tone: 'good', sentence: 'The sandbox is always available.', steps: [] },
} as const satisfies Readonly<Record<string, RealmStateRow>>

export type RealmState = keyof typeof realmStates

/** The states in table order. */
export const realmStateNames = Object.keys(realmStates) as [RealmState, ...RealmState[]]
