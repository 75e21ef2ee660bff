import type { DesktopNotice } from '@bridge/agent-protocol'

/**
 * What a failed call means for its message set:
 *
 * - `not-open`: QuickBooks is not open.
 * - `not-started`: QuickBooks must be started by hand, or runs where the agent cannot reach it.
 * - `failed`: before ProcessRequest, nothing was sent. Inside it, the outcome is unknown.
 * - `rejected`: nothing was executed, also inside ProcessRequest.
 * - `version`: like `rejected`, because of the qbXML version.
 * - `stale-session`: like `rejected`, because the session had ended.
 * - `transient`: like `failed`, and may succeed if it is repeated.
 * - `not-installed`: like `failed`; the class may exist for the other bitness.
 * - `too-large`: it was executed, and its response is larger than the agent reads.
 * - `ended`: like `failed`, because QuickBooks or the COM host ended.
 */
export type Reaction =
  | 'not-open'
  | 'not-started'
  | 'failed'
  | 'rejected'
  | 'version'
  | 'stale-session'
  | 'transient'
  | 'not-installed'
  | 'too-large'
  | 'ended'

/** The agent's reaction to an HRESULT, and the advice for a person at the PC. */
export interface HresultRow {
  readonly reaction: Reaction
  /** The cause and its remedy, in a sentence or two that can be read out on the phone. */
  readonly advice: string
  /** The obstacle, if a person has to remove it before QuickBooks can process requests. */
  readonly notice?: DesktopNotice
  /** Whether QuickBooks' text says more than the advice. */
  readonly showsText?: boolean
}

const ended: HresultRow = {
  reaction: 'ended',
  advice: 'QuickBooks ended or stopped responding. Open QuickBooks and the company file again.',
}

const notInstalled: HresultRow = {
  reaction: 'not-installed',
  advice: 'The agent cannot find QuickBooks on this PC. Install or repair QuickBooks Desktop, then restart the agent.',
  notice: 'sdk-missing',
}

const transient: HresultRow = {
  reaction: 'transient',
  advice: 'QuickBooks is busy. Finish what you are entering in QuickBooks, and the next request will work.',
}

/** The request processor's HRESULTs, and the COM ones its calls return. */
export const hresultRows: Readonly<Record<string, HresultRow>> = {
  '0x80040400': {
    reaction: 'rejected',
    advice: 'QuickBooks could not read the request. Nothing at the PC needs to change: report this to the vendor.',
  },
  '0x80040401': {
    reaction: 'failed',
    advice: 'The agent cannot access QuickBooks. Restart QuickBooks, open the company file, and restart the agent.',
  },
  '0x80040402': {
    reaction: 'failed',
    advice: 'QuickBooks reported an unexpected error. The file qbsdklog.txt on the PC has the details.',
    showsText: true,
  },
  '0x80040403': {
    reaction: 'failed',
    advice:
      'The company file cannot be opened (APP_COMPANY_FILE_UNAVAILABLE). Open it in QuickBooks and leave it open.',
  },
  '0x80040408': {
    reaction: 'not-started',
    advice:
      'The agent cannot start QuickBooks. Open QuickBooks as the same Windows user as the agent, not as administrator, and complete any waiting dialog.',
  },
  '0x8004040A': {
    reaction: 'failed',
    advice:
      'Another company file is open in QuickBooks (APP_COMPANY_FILE_UNAVAILABLE). Close it, and open the company file of this connection.',
    notice: 'other-file',
  },
  '0x8004040D': {
    reaction: 'stale-session',
    advice: 'The session with QuickBooks ended. Check that the company file is open.',
  },
  '0x80040410': {
    reaction: 'failed',
    advice:
      'The company file is open in the other user mode. Switch between single-user and multi-user mode in the File menu.',
  },
  '0x80040414': {
    reaction: 'failed',
    advice: 'A dialog is open in QuickBooks. Complete or close it.',
    notice: 'dialog-open',
  },
  '0x80040416': { reaction: 'not-open', advice: 'QuickBooks is not running. Open QuickBooks and the company file.' },
  '0x80040417': {
    reaction: 'failed',
    advice: 'QuickBooks is running, but no company file is open. Open the company file and leave it open.',
    notice: 'no-company-file',
  },
  '0x80040418': {
    reaction: 'failed',
    advice:
      'Access to the company file has not been allowed yet. Open the file as Admin in single-user mode, and choose “Yes, always” when QuickBooks asks.',
    notice: 'not-authorized',
  },
  '0x8004041A': {
    reaction: 'failed',
    advice:
      'QuickBooks does not allow access to the company file. As Admin, choose Edit > Preferences > Integrated Applications, and allow the Bridge Service.',
    notice: 'not-authorized',
  },
  '0x8004041B': transient,
  '0x8004041C': transient,
  '0x8004041D': {
    reaction: 'failed',
    advice:
      'QuickBooks does not allow automatic login. As Admin, tick “Allow this application to log in automatically” in Edit > Preferences > Integrated Applications.',
    notice: 'not-authorized',
  },
  '0x8004041E': {
    reaction: 'failed',
    advice:
      'QuickBooks regards the certificate of this application as expired. Check the date of the PC, and update the agent.',
  },
  '0x8004041F': {
    reaction: 'failed',
    advice: 'This edition of QuickBooks does not support other applications. Pro, Premier or Enterprise is needed.',
  },
  '0x80040420': {
    reaction: 'failed',
    advice:
      'Access to the company file was refused in QuickBooks. As Admin, allow it in Edit > Preferences > Integrated Applications.',
    notice: 'not-authorized',
  },
  '0x80040421': { reaction: 'failed', advice: 'QuickBooks reported an error.', showsText: true },
  '0x80040422': {
    reaction: 'failed',
    advice: 'Another application demands single-user mode. Close that application, or wait until it is done.',
  },
  '0x80040423': {
    reaction: 'version',
    advice: 'This version of QuickBooks is too old. QuickBooks Desktop 2014 or later is needed.',
  },
  '0x80040424': {
    reaction: 'not-open',
    advice: 'QuickBooks is still starting. The next request will work once it has.',
  },
  '0x80040427': {
    reaction: 'failed',
    advice: 'QuickBooks is not registered. Register it in the Help menu of QuickBooks.',
  },
  '0x8004042A': {
    reaction: 'failed',
    advice: 'QuickBooks does not allow access from another PC. Run the agent on the PC where QuickBooks runs.',
  },
  '0x8004042C': {
    reaction: 'failed',
    advice: 'QuickBooks regards the certificate of this application as revoked. Update the agent.',
  },
  '0x80010001': transient,
  '0x8001010A': transient,
  // In a process of the bitness for which the class has no server, under Wine.
  '0x80040152': notInstalled,
  '0x80040154': notInstalled,
  '0x800401F3': notInstalled,
  '0x80070005': {
    reaction: 'failed',
    advice: 'QuickBooks runs as another Windows user. Open QuickBooks and the agent as the same user.',
    notice: 'other-session',
  },
  '0x80080005': {
    reaction: 'failed',
    advice:
      'QuickBooks runs as administrator, or has not ended completely. Close QuickBooks, and open it again without “Run as administrator”.',
    notice: 'elevated',
  },
  '0x8007000E': { reaction: 'too-large', advice: 'The response is too large for the agent. Ask for less at a time.' },
  '0x80070057': { reaction: 'rejected', advice: 'The request is too large for the agent. Ask for less at a time.' },
  '0x800706BA': ended,
  '0x800706BE': ended,
  '0x80010105': ended,
  '0x80010108': ended,
}

const unknownRow: HresultRow = { reaction: 'failed', advice: 'QuickBooks reported an error.', showsText: true }

/** Prints an HRESULT as QuickBooks' documentation does: `0x8004040A`. */
export function formatHresult(hresult: number): string {
  return `0x${(hresult >>> 0).toString(16).toUpperCase().padStart(8, '0')}`
}

/** Returns the row of an HRESULT, signed or not. */
export function findHresult(hresult: number): HresultRow {
  return hresultRows[formatHresult(hresult)] ?? unknownRow
}

/** Returns what a person at the PC reads about a failed call; `text` is from QuickBooks or Windows. */
export function describeFailure(hresult: number, text: string): string {
  const { advice, showsText } = findHresult(hresult)
  const detail = text.trim()
  return showsText && detail !== '' ? `${advice} ${detail}` : advice
}
