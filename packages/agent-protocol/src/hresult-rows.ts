import type { DesktopNotice } from './message.ts'

/**
 * A transport's own reaction to a failed call:
 *
 * - `reopen`: the session had ended; a fresh one may serve the request.
 * - `lower-version`: the request needs an older qbXML version.
 * - `repeat`: QuickBooks is busy for a moment.
 * - `other-bitness`: the class may belong to another QuickBooks than the running one.
 * - `too-large`: QuickBooks ran the request, and its response cannot be read.
 */
export type HresultReaction = 'reopen' | 'lower-version' | 'repeat' | 'other-bitness' | 'too-large'

/** The meaning of an HRESULT, whichever transport it came over. */
export interface HresultRow {
  /** The state of QuickBooks it shows; none if QuickBooks works, and only this request failed. */
  readonly notice?: DesktopNotice
  /** The cause and its remedy for a person at the PC, in a sentence or two that can be read out on the phone. */
  readonly advice: string
  /** The advice for a session that did not begin, where it has other causes than a failed request. */
  readonly beginAdvice?: string
  /** The integrator's next step. */
  readonly integrator: string
  /** Seconds until a repeat may succeed; none if repeating is useless until a person has changed something. */
  readonly retryAfterSeconds?: number
  /** Whether QuickBooks ran the request, if the call failed inside `ProcessRequest`; nothing ran before it. */
  readonly ran: 'no' | 'unknown'
  readonly reaction?: HresultReaction
  /** Whether the text of QuickBooks says more than the advice. */
  readonly showsText?: boolean
}

const wait = 'Repeat the request later: it works again once QuickBooks does.'
const askPerson = 'Ask the person at the PC to follow this advice before you repeat the request.'
const askAdmin = 'Ask the Admin of the company file to allow access before you repeat the request.'
const defect = 'This is no problem of the PC. Report it to the operator of the service with the X-Request-Id header.'
const askForLess = 'Send a smaller request, or ask for fewer records.'

/** An error about which only a person can do something. */
function stopped(advice: string, row: Partial<HresultRow> = {}): HresultRow {
  return { notice: 'quickbooks-error', advice, integrator: askPerson, ran: 'unknown', ...row }
}

/** A state of QuickBooks that ends during the day. */
function passing(notice: DesktopNotice, retryAfterSeconds: number, advice: string): HresultRow {
  return { notice, advice, integrator: wait, retryAfterSeconds, ran: 'unknown' }
}

function refused(advice: string): HresultRow {
  return { notice: 'not-authorized', advice, integrator: askAdmin, ran: 'unknown' }
}

/** A request that QuickBooks rejects before it runs any of it. */
function rejected(advice: string, row: Partial<HresultRow> = {}): HresultRow {
  return { advice, integrator: defect, ran: 'no', ...row }
}

const unsupported = rejected(
  'QuickBooks does not support this request. Nothing at the PC needs to change: report this to the vendor.',
)

const tooOld = 'This version of QuickBooks is too old. QuickBooks Desktop 2014 or later is needed.'

const endedSession = rejected('The session with QuickBooks ended. Check that the company file is open.', {
  notice: 'quickbooks-error',
  integrator: wait,
  retryAfterSeconds: 5,
  reaction: 'reopen',
})

const ended = stopped('QuickBooks ended or stopped responding. Open QuickBooks and the company file again.', {
  integrator: wait,
  retryAfterSeconds: 30,
})

const notInstalled = stopped(
  'The agent cannot find QuickBooks on this PC. Install or repair QuickBooks Desktop, then restart the agent.',
  { notice: 'sdk-missing', reaction: 'other-bitness' },
)

const busy = stopped(
  'QuickBooks is busy. Finish what you are entering in QuickBooks, and the next request will work.',
  {
    integrator: wait,
    retryAfterSeconds: 5,
    reaction: 'repeat',
  },
)

/** The request processor's HRESULTs, and the COM ones its calls return. */
export const hresultRows: Readonly<Record<string, HresultRow>> = {
  '0x80040400': rejected(
    'QuickBooks could not read the request. Nothing at the PC needs to change: report this to the vendor.',
  ),
  '0x80040401': stopped(
    'QuickBooks cannot be accessed. Restart QuickBooks, open the company file, and restart the agent or the Web Connector.',
    { reaction: 'other-bitness' },
  ),
  '0x80040402': stopped('QuickBooks reported an unexpected error. The file qbsdklog.txt on the PC has the details.', {
    showsText: true,
  }),
  '0x80040403': stopped(
    'The company file cannot be opened (APP_COMPANY_FILE_UNAVAILABLE). Open it in QuickBooks and leave it open.',
  ),
  '0x80040404': stopped(tooOld),
  '0x80040405': {
    ...notInstalled,
    advice: 'A part of QuickBooks is missing. Repair QuickBooks Desktop, then restart the PC.',
  },
  '0x80040406': stopped(
    'The company file needs a newer QuickBooks than the one that is running. Open it in the QuickBooks of its year.',
  ),
  '0x80040407': {
    ...notInstalled,
    advice: 'The installation of QuickBooks is not complete. Repair QuickBooks Desktop, then restart the PC.',
  },
  '0x80040408': {
    ...passing(
      'quickbooks-closed',
      30,
      'QuickBooks cannot be started. Open it as the Windows user of the agent or Web Connector, not as administrator, and complete any waiting dialog.',
    ),
    reaction: 'other-bitness',
  },
  '0x80040409': stopped(
    'The company file and QuickBooks are of different years. Open the file in the QuickBooks of its year, or update the file there.',
  ),
  '0x8004040A': passing(
    'other-file',
    60,
    'Another company file is open in QuickBooks (APP_COMPANY_FILE_UNAVAILABLE). Close it, and open the company file of this connection.',
  ),
  '0x8004040B': passing(
    'no-company-file',
    30,
    'QuickBooks does not say which company file is open. Open the company file again and leave it open.',
  ),
  '0x8004040C': endedSession,
  '0x8004040D': endedSession,
  '0x8004040F': endedSession,
  '0x80040410': stopped(
    'The company file is open in the other user mode. Switch between single-user and multi-user mode in the File menu.',
  ),
  '0x80040411': endedSession,
  '0x80040413': unsupported,
  '0x80040414': passing('dialog-open', 10, 'A dialog is open in QuickBooks. Complete or close it.'),
  '0x80040416': passing('quickbooks-closed', 30, 'QuickBooks is not running. Open QuickBooks and the company file.'),
  '0x80040417': passing(
    'no-company-file',
    30,
    'QuickBooks is running, but no company file is open. Open the company file and leave it open.',
  ),
  '0x80040418': refused(
    'Access to the company file has not been allowed yet. Open the file as Admin in single-user mode, and choose “Yes, whenever this QuickBooks company file is open” when QuickBooks asks.',
  ),
  '0x8004041A': refused(
    'QuickBooks does not allow access to the company file. As Admin, choose Edit > Preferences > Integrated Applications, and allow the Bridge Service.',
  ),
  '0x8004041B': busy,
  '0x8004041C': busy,
  '0x8004041D': refused(
    'QuickBooks does not allow automatic login. As Admin, tick “Allow this application to log in automatically” in Edit > Preferences > Integrated Applications.',
  ),
  '0x8004041E': stopped(
    'QuickBooks says that the certificate of this application has expired. Check the date of the PC, and update the agent.',
  ),
  '0x8004041F': stopped(
    'This edition of QuickBooks does not support other applications. Pro, Premier or Enterprise is needed.',
  ),
  '0x80040420': refused(
    'Access to the company file was refused in QuickBooks. As Admin, allow it in Edit > Preferences > Integrated Applications.',
  ),
  '0x80040421': stopped('QuickBooks reports an error.', { showsText: true }),
  '0x80040422': stopped(
    'Another application needs single-user mode. Close that application, or wait until it is done.',
    { integrator: wait, retryAfterSeconds: 60 },
  ),
  '0x80040423': rejected(tooOld, { notice: 'quickbooks-error', integrator: askPerson, reaction: 'lower-version' }),
  '0x80040424': passing(
    'quickbooks-closed',
    10,
    'QuickBooks is still starting. The next request will work once it has.',
  ),
  '0x80040426': stopped(
    'QuickBooks does not allow access to this program. Install the agent or the Web Connector again.',
  ),
  '0x80040427': stopped('QuickBooks is not registered. Register it in the Help menu of QuickBooks.'),
  '0x80040428': unsupported,
  '0x80040429': unsupported,
  '0x8004042A': stopped(
    'QuickBooks does not allow access from another PC. Run the agent or the Web Connector on the PC where QuickBooks runs.',
  ),
  '0x8004042C': stopped('QuickBooks says that the certificate of this application was revoked. Update the agent.'),
  '0x80010001': busy,
  '0x8001010A': busy,
  // In a process of the bitness for which the class has no server, under Wine.
  '0x80040152': notInstalled,
  '0x80040154': notInstalled,
  '0x800401F3': notInstalled,
  '0x80070005': passing(
    'other-session',
    60,
    'QuickBooks runs as another Windows user. Open QuickBooks and the agent as the same user.',
  ),
  '0x80080005': stopped(
    'QuickBooks runs as administrator, or has not ended completely. Close QuickBooks, and open it again without “Run as administrator”.',
    { notice: 'elevated' },
  ),
  '0x8007000E': {
    advice: 'The response is too large for the agent. Ask for less at a time.',
    integrator: askForLess,
    ran: 'unknown',
    reaction: 'too-large',
  },
  '0x80070057': rejected('The request is too large for the agent. Ask for less at a time.', { integrator: askForLess }),
  '0x800706BA': ended,
  '0x800706BE': ended,
  '0x80010105': {
    ...ended,
    beginAdvice:
      'QuickBooks did not begin a session. Open the company file of this connection, and complete any dialog that is waiting.',
  },
  '0x80010108': ended,
}

/** The row of every other HRESULT: neither connected nor closed. */
export const unknownHresultRow: HresultRow = stopped('QuickBooks reports an error.', { showsText: true })
