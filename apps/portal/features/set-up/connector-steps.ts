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
    readOut:
      'On the page, press “Get the file and the password”. If the browser asks whether to keep the file, keep it.',
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
    readOut:
      'Open the company file in QuickBooks and sign in as Admin. If the File menu says “Switch to Single-user Mode”, choose it. Then read me the next three steps of the page as you do them.',
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
    readOut: 'Open the QuickBooks Web Connector, choose “Add an Application”, and open the file that you downloaded.',
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
    readOut:
      'QuickBooks asks for permission. Choose “Yes, whenever this QuickBooks company file is open”, then Continue, then Done.',
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
    readOut: 'Copy the password from the page into the Password column and press Enter. Then select “Auto-Run”.',
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
    readOut:
      'Is “Auto-Run” selected in the Web Connector, and is a window open in QuickBooks? Complete it or close it.',
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
    readOut: 'Almost done. Wait until the page says “Connected”.',
    causes: [
      'A dialog is open in QuickBooks. Complete or close it.',
      'QuickBooks is busy, and responds when it is finished.',
      'The file was closed in the meantime. Open it again.',
    ],
    isDone: ({ state, companyName }) => state === 'connected' && companyName !== null,
  },
]

/** Steps as the reader of a set-up link sees them, who has no portal. */
const linkTexts: Partial<Record<ConnectorStepKey, Partial<MarkedStep<ConnectorStepKey>>>> = {
  credential: {
    text: 'Open this page on the PC where QuickBooks runs, and get both there. The password stays on this page until you leave it.',
    causes: [
      'The browser asks whether to keep the file. Choose to keep it.',
      'The page was opened on another PC than that with QuickBooks.',
      'The page was reloaded. Press the button again: the file stays the same, and the password is a new one.',
    ],
  },
  add: {
    causes: [
      'The Web Connector is not installed on this PC. It comes with QuickBooks, and Intuit offers it to download.',
      'It shows QBWC1039: the file was added before. Ask for a new link.',
      'The Web Connector is too old for current encryption. Version 2.3 is current.',
    ],
  },
  password: {
    text: 'Copy the password below, paste it into the Password column of the Web Connector, and press Enter. Then select “Auto-Run”.',
    causes: [
      'The password is that of before the page was reloaded. Get it again, and paste the new one.',
      'The application is not selected in the Web Connector. Select it, and choose “Update Selected”.',
      'A firewall or proxy blocks this service. Allow connections to it from the PC.',
    ],
  },
}

/** Returns the Web Connector set-up steps, as an admin or the reader of a set-up link sees them. */
export function getConnectorSteps(
  facts: ConnectorFacts,
  reader: 'admin' | 'link' = 'admin',
): readonly MarkedStep<ConnectorStepKey>[] {
  const steps = markSteps(rows, facts)
  return reader === 'admin' ? steps : steps.map((step) => ({ ...step, ...linkTexts[step.key] }))
}
