/**
 * What surrounds the company file on its host. Tests turn them to bring about a situation;
 * a change holds from the next exchange on. Source: facts/qbxml.md, sections 3.2, 11.2 and 13.
 */
export interface Switches {
  /** QuickBooks runs; else 0x80040416. */
  applicationOpen: boolean
  /** QuickBooks has finished starting; else 0x80040424. */
  applicationReady: boolean
  /** A company file is open in it; else 0x80040417. */
  companyFileOpen: boolean
  /** Another company file is open: 0x8004040A. */
  wrongFile: boolean
  /** A modal dialog is open: 0x80040414. */
  dialogOpen: boolean
  /** This application was authorized for the file; else 0x80040418. */
  authorized: boolean
  /** The file is open in multi-user mode, in which list records cannot be deleted. */
  multiUser: boolean
  /** The application may see social security numbers in full. */
  personalDataAccess: boolean
  /** The company keeps several currencies; else requests about currencies answer 3250. */
  multiCurrency: boolean
  /** How many of the next writes fail with a lock error that a repeat cures. */
  transientLocks: number
  /** The status of those failures. */
  transientLockStatus: 3170 | 3175 | 3180
  /** How many of the next writes that succeed do so with a warning. */
  warnings: number
  /** The status of those writes: a field that the product lacks, notes that were not saved, a deprecated field. */
  warningStatus: 530 | 550 | 560
  /** How many of the next exchanges QuickBooks never sees, though nobody can tell (0x800706BE). */
  lostRequests: number
  /** How many of the next exchanges are carried out while their answer is lost (0x800706BE). */
  lostAnswers: number
  /** How long an answer takes, in milliseconds, besides the work; needs `CompanyOptions.wait`. */
  answerDelayMs: number
  /** The host's standard offset from UTC in minutes. */
  utcOffsetMinutes: number
  /** Whether the host's wall clock is an hour ahead of `utcOffsetMinutes` at that time. */
  isDaylightSaving: (time: Date) => boolean
  /** Whether the standard offset is printed all year, as most hosts do, while the wall clock moves. */
  printsStandardOffset: boolean
}

/** A host in UTC with the company file open and nothing in the way. */
export function defaultSwitches(): Switches {
  return {
    applicationOpen: true,
    applicationReady: true,
    companyFileOpen: true,
    wrongFile: false,
    dialogOpen: false,
    authorized: true,
    multiUser: false,
    personalDataAccess: false,
    multiCurrency: false,
    transientLocks: 0,
    transientLockStatus: 3175,
    warnings: 0,
    warningStatus: 530,
    lostRequests: 0,
    lostAnswers: 0,
    answerDelayMs: 0,
    utcOffsetMinutes: 0,
    isDaylightSaving: () => false,
    printsStandardOffset: true,
  }
}

/** Why a call to QuickBooks fails. */
export interface Failure {
  readonly hresult: string
  readonly message: string
  /** Whether QuickBooks may have carried the message set out. */
  readonly handedOver: boolean
}

/** The message set cannot be understood; nothing of it was carried out. */
export const parseFailure: Failure = failure(
  '0x80040400',
  'QuickBooks found an error when parsing the provided XML text stream.',
)

function failure(hresult: string, message: string, handedOver = false): Failure {
  return { hresult, message, handedOver }
}

/** The message set asks for a version of qbXML that the host does not have. */
export const versionFailure: Failure = failure(
  '0x80040423',
  'The version of qbXML that was requested is not supported by this version of QuickBooks.',
)

/** QuickBooks went away with the set: whether it was carried out cannot be told from here. */
export const lostConnection: Failure = failure('0x800706BE', 'The remote procedure call failed.', true)

const notOpen: ReadonlySet<string> = new Set(['0x80040416', '0x80040424'])

/** Whether a call failed because QuickBooks is not open, so that nothing was handed over. Source: facts/qbxml.md, section 11.2. */
export function isNotOpen({ hresult }: Failure): boolean {
  return notOpen.has(hresult)
}

/** What keeps a message set from reaching the company file, if anything does. Source: facts/qbxml.md, section 11.2. */
export function obstacleOf(switches: Switches): Failure | undefined {
  if (!switches.applicationOpen) {
    return failure('0x80040416', 'QuickBooks is not running and no company file was named. Start QuickBooks.')
  }
  if (!switches.applicationReady) return failure('0x80040424', 'QuickBooks has not finished starting.')
  if (!switches.companyFileOpen) {
    return failure('0x80040417', 'QuickBooks is running but no company file is open. Open the company file.')
  }
  if (switches.wrongFile) {
    return failure('0x8004040A', 'A different company file is already open in QuickBooks.')
  }
  if (!switches.authorized) {
    return failure('0x80040418', 'This application has not been authorized for the company file.')
  }
  if (switches.dialogOpen) return failure('0x80040414', 'A modal dialog box is open in QuickBooks. Close it.')
  return undefined
}
