import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { type MarkedStep, markSteps, type StepRow } from './mark-steps.ts'

/** The facts behind finished steps. */
export interface ConnectorFacts {
  readonly state: RealmState
  /** What serves the company file now. */
  readonly transport: string | null
  /** Whether the company file has an unrevoked credential. */
  readonly hasCredential: boolean
  /** Whether a Web Connector has signed in with one. */
  readonly hasPolled: boolean
  /** The company's name, once it was read from the file. */
  readonly companyName: string | null
}

export type ConnectorStepKey = 'credential' | 'open' | 'add' | 'allow' | 'password' | 'connected' | 'read'

/** The Web Connector set-up steps, in order. Nothing is known about the PC before the first poll. */
const rows: readonly StepRow<ConnectorStepKey, ConnectorFacts>[] = [
  {
    key: 'credential',
    title: 'Get the file and the password',
    text: 'Create a credential for the PC, keep its password, and download the file. Take both to the PC where QuickBooks runs.',
    causes: [
      'No credential was created yet, or the last one was revoked.',
      'The password was lost. Replace it in the Web Connector tab; the file stays the same.',
      'Each PC needs its own credential.',
    ],
    isDone: ({ hasCredential }) => hasCredential,
  },
  {
    key: 'open',
    title: 'Open the company file',
    text: 'In QuickBooks, open the company file as Admin, in single-user mode. This step and the next three are ticked when the Web Connector signs in for the first time.',
    causes: [
      'The steps below are not complete yet: the service sees nothing of the PC before the Web Connector signs in.',
      'Another company file is open. Close it first.',
      'The PC has no connection to this service.',
    ],
    isDone: ({ hasPolled }) => hasPolled,
  },
  {
    key: 'add',
    title: 'Add the file to the Web Connector',
    text: 'Open the QuickBooks Web Connector, choose “Add an Application”, and open the downloaded file.',
    causes: [
      'The Web Connector is not installed on this PC.',
      'It shows QBWC1039: remove the earlier entry there, and choose “New file for another PC” in the Web Connector tab.',
      'The Web Connector is too old for current encryption. Version 2.3 is current.',
    ],
    isDone: ({ hasPolled }) => hasPolled,
  },
  {
    key: 'allow',
    title: 'Allow access',
    text: 'QuickBooks asks whether the application may read and change the file. Choose “Yes, whenever this QuickBooks company file is open”, then Continue and Done.',
    causes: [
      'The question is behind another window. Look for QuickBooks blinking in the task bar.',
      'You are not signed in to the company file as Admin: other users are refused, or see nothing.',
      'The file is in multi-user mode. Switch to single-user mode in the File menu.',
    ],
    isDone: ({ hasPolled }) => hasPolled,
  },
  {
    key: 'password',
    title: 'Enter the password',
    text: 'In the Web Connector, enter the password in the Password column and press Enter. Then select “Auto-Run”.',
    causes: [
      'The password was mistyped. Copy it, or replace it in the Web Connector tab.',
      'The application is not selected in the Web Connector. Select it, and choose “Update Selected”.',
      'A firewall or proxy blocks this service. Allow connections to it from the PC.',
    ],
    isDone: ({ hasPolled }) => hasPolled,
  },
  {
    key: 'connected',
    title: 'Connected',
    text: 'The Web Connector polls, and QuickBooks processes requests.',
    causes: [
      '“Auto-Run” is not selected in the Web Connector.',
      'Another company file is open in QuickBooks.',
      'A dialog is open in QuickBooks. Complete or close it.',
    ],
    isDone: ({ state, transport }) => state === 'connected' && transport === 'web_connector',
  },
  {
    key: 'read',
    title: 'First read',
    text: 'The company’s name is read from the file with the next poll.',
    causes: [
      'A dialog is open in QuickBooks. Complete or close it.',
      'QuickBooks is busy, and responds when it is finished.',
      'The file was closed in the meantime. Open it again.',
    ],
    isDone: ({ state, companyName }) => state === 'connected' && companyName !== null,
  },
]

/** Returns the Web Connector set-up steps. */
export function getConnectorSteps(facts: ConnectorFacts): readonly MarkedStep<ConnectorStepKey>[] {
  return markSteps(rows, facts)
}
