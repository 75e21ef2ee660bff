/** A line of a drawn window, from top to bottom. `isMarked`: what the reader is to press or read. */
export type WindowPart =
  | { readonly kind: 'text'; readonly text: string; readonly isMarked?: boolean }
  | { readonly kind: 'link'; readonly text: string; readonly isMarked?: boolean }
  | { readonly kind: 'item'; readonly text: string; readonly isMarked?: boolean }
  | { readonly kind: 'choice'; readonly text: string; readonly isMarked?: boolean }
  | { readonly kind: 'field'; readonly label: string; readonly value: string; readonly isMarked?: boolean }
  | { readonly kind: 'buttons'; readonly texts: readonly string[]; readonly marked?: string }
  | { readonly kind: 'cells'; readonly texts: readonly string[]; readonly marked?: string }
  | { readonly kind: 'taskBar'; readonly texts: readonly string[]; readonly marked: string }

/** A window of QuickBooks or the Web Connector, drawn by this product. */
export interface QuickBooksWindow {
  /** The text below the drawing, and its name for screen readers. */
  readonly caption: string
  readonly title?: string
  readonly parts: readonly WindowPart[]
}

const permissionText: readonly WindowPart[] = [
  { kind: 'text', text: 'An application asks to read and modify this company file.' },
  { kind: 'text', text: 'Application: Bridge Service for Riverside Books (…)' },
  { kind: 'text', text: 'Company file: Rock Castle' },
]
const permissionButtons: WindowPart = { kind: 'buttons', texts: ['Continue…', 'Cancel'], marked: 'Continue…' }
const always = 'Yes, always; allow access even if QuickBooks is not running'
const whileOpen = 'Yes, whenever this QuickBooks company file is open'

/** Every window of the set-up, schematic and in our words, except what people press. */
export const quickBooksWindows = {
  openFile: {
    caption: 'The main window of QuickBooks names the open company. The File menu leads to single-user mode.',
    title: 'Rock Castle - QuickBooks',
    parts: [
      { kind: 'item', text: 'File    Edit    Lists    Company    Reports' },
      { kind: 'item', text: 'Open or Restore Company…' },
      { kind: 'item', text: 'Switch to Single-user Mode', isMarked: true },
      { kind: 'item', text: 'Close Company' },
    ],
  },
  permission: {
    caption: 'QuickBooks asks for permission. Choose the third line, then Continue.',
    title: 'QuickBooks - Application Certificate',
    parts: [
      ...permissionText,
      { kind: 'choice', text: 'No' },
      { kind: 'choice', text: 'Yes, prompt each time' },
      { kind: 'choice', text: whileOpen, isMarked: true },
      { kind: 'choice', text: always },
      permissionButtons,
    ],
  },
  loginAs: {
    caption: 'With the fourth line, QuickBooks asks as which of its users the application logs in.',
    title: 'QuickBooks - Application Certificate',
    parts: [
      ...permissionText,
      { kind: 'choice', text: whileOpen },
      { kind: 'choice', text: always, isMarked: true },
      { kind: 'field', label: 'Login as', value: 'Bridge ▾', isMarked: true },
      permissionButtons,
    ],
  },
  withoutCertificate: {
    caption: 'If the program has no certificate, a second window follows: click the link, type Yes, then Continue.',
    title: 'QuickBooks - No Certificate',
    parts: [
      { kind: 'text', text: 'The maker of this application cannot be verified.' },
      { kind: 'link', text: 'I understand the risk, and want to go on', isMarked: true },
      { kind: 'field', label: 'Type Yes', value: 'Yes', isMarked: true },
      permissionButtons,
    ],
  },
  confirmAccess: {
    caption: 'QuickBooks confirms the access that you gave. Choose Done.',
    title: 'Access Confirmation',
    parts: [
      { kind: 'text', text: 'This application may read and modify this company file:' },
      { kind: 'text', text: 'Bridge Service for Riverside Books (…)' },
      { kind: 'buttons', texts: ['Go Back', 'Done'], marked: 'Done' },
    ],
  },
  taskBar: {
    caption: 'The question can be behind other windows. QuickBooks blinks in the task bar then: click it.',
    parts: [{ kind: 'taskBar', texts: ['Files', 'Browser', 'QuickBooks'], marked: 'QuickBooks' }],
  },
  standardUser: {
    caption: 'Who is not Admin sees this message, or nothing. Open the file as Admin, this once.',
    title: 'QuickBooks',
    parts: [
      { kind: 'text', text: 'Only the Admin can let an application in for the first time.' },
      { kind: 'text', text: 'Ask the QuickBooks Administrator to open this company file.' },
      { kind: 'buttons', texts: ['OK'] },
    ],
  },
  connector: {
    caption: 'The Web Connector lists its applications. Enter the password, and tick Auto-Run.',
    title: 'Web Connector',
    parts: [
      { kind: 'cells', texts: ['Application', 'Auto-Run', 'Every', 'Password', 'Last result'] },
      { kind: 'cells', texts: ['☑ Bridge…', '☑', '1 min', '••••••', 'OK'], marked: '••••••' },
      { kind: 'buttons', texts: ['Add an application', 'Update Selected'] },
    ],
  },
  connectorAuthorization: {
    caption: 'The Web Connector asks whether to add the service. Choose OK; QuickBooks asks for permission next.',
    title: 'Authorize New Web Service',
    parts: [
      { kind: 'text', text: 'A web service asks to use this company file of QuickBooks.' },
      { kind: 'text', text: 'Application: Bridge Service for Riverside Books (…)' },
      { kind: 'buttons', texts: ['OK', 'Cancel'], marked: 'OK' },
    ],
  },
} as const satisfies Readonly<Record<string, QuickBooksWindow>>

export type QuickBooksWindowName = keyof typeof quickBooksWindows

/** Returns whether there is a drawing with this name. */
export function isQuickBooksWindow(name: string): name is QuickBooksWindowName {
  return Object.hasOwn(quickBooksWindows, name)
}
