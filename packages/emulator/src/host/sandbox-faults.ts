import { failures } from './failure.ts'
import type { FaultRow, FaultStatus } from './fault-table.ts'

const lockTexts = {
  3170: 'There was an error when modifying a record.  QuickBooks error message: This list has been modified by another user.',
  3175: 'The transaction could not be locked.  It is in use by another user.',
  3176: 'The transaction could not be locked.  It is in use by another user.',
  3180: 'There was an error when saving a record.  QuickBooks error message: The list element is in use.',
} as const

const permissionTexts = {
  3260: 'Insufficient permission level to perform this action.',
  3261: 'The integrated application has no permission to access this record.',
} as const

const warningTexts = {
  530: 'The request was carried out, but this version of QuickBooks does not support one of its fields.',
  550: 'The record was saved, but its notes were not.',
  560: 'The request was carried out, but one of its fields is deprecated.',
} as const

/** A sandbox fault, as integrators switch it on. */
export type SandboxFaultRow = FaultRow & {
  readonly title: string
  /** The code clients receive, if it is always the same. */
  readonly code?: string
  /** Advice for integrations. */
  readonly advice: string
}

/**
 * The sandbox faults by their names in `/admin/v1`. The emulator's switches, the API schema, its documentation and the
 * stored values are derived from this table. Faults on an exchange are checked in order.
 */
export const sandboxFaults = {
  applicationClosed: {
    title: 'QuickBooks is closed',
    code: 'APP_NOT_OPEN',
    type: 'flag',
    default: false,
    description: 'QuickBooks is not running: APP_NOT_OPEN.',
    advice: 'Nothing was sent. Keep the request, tell the user to open QuickBooks, and repeat it later.',
    effect: { on: 'exchange', failure: failures.notRunning },
  },
  companyFileClosed: {
    title: 'No company file is open',
    code: 'AGENT_EXECUTION_ERROR',
    type: 'flag',
    default: false,
    description: 'QuickBooks runs without a company file: AGENT_EXECUTION_ERROR (0x80040417).',
    advice: 'Nothing was sent. Tell the user to open the company file, then repeat the request.',
    effect: { on: 'exchange', failure: failures.noCompanyFile },
  },
  wrongFile: {
    title: 'Another company file is open',
    code: 'AGENT_EXECUTION_ERROR',
    type: 'flag',
    default: false,
    description: 'Another company file is open: AGENT_EXECUTION_ERROR (0x8004040A).',
    advice: 'Nothing was sent. Tell the user which company file to open. Never write to the file that is open.',
    effect: { on: 'exchange', failure: failures.wrongFile },
  },
  dialogOpen: {
    title: 'A dialog is open in QuickBooks',
    code: 'AGENT_EXECUTION_ERROR',
    type: 'flag',
    default: false,
    description: 'A modal dialog is open in QuickBooks: AGENT_EXECUTION_ERROR (0x80040414).',
    advice: 'Nothing was sent. Tell the user to close the dialog, then repeat the request.',
    effect: { on: 'exchange', failure: failures.dialogOpen },
  },
  lostRequests: {
    title: 'Requests get lost',
    code: 'AGENT_TIMEOUT',
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of exchanges to lose before QuickBooks sees them: AGENT_TIMEOUT, and nothing was written.',
    advice:
      'The client cannot know whether the write was posted. Repeat it with the same requestid: it is posted once.',
    effect: { on: 'exchange', failure: failures.connectionLost },
  },
  lostAnswers: {
    title: 'Responses get lost',
    code: 'AGENT_TIMEOUT',
    type: 'count',
    max: 100,
    default: 0,
    description:
      'The number of exchanges to carry out and then lose the response of: AGENT_TIMEOUT, and the write was posted.',
    advice:
      'The write was posted, but the client does not know. Repeat it with the same requestid: the response of the first attempt comes back.',
    effect: { on: 'response', failure: failures.connectionLost },
  },
  transientLocks: {
    title: 'Records are locked',
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of writes that fail because of a lock. A retry succeeds.',
    advice: 'Another user edits the record. Wait a few seconds, then repeat the request with the same requestid.',
    effect: {
      on: 'write',
      status: ({ transientLockStatus }) => toStatus(lockTexts, transientLockStatus),
    },
  },
  transientLockStatus: {
    title: 'Status of the locks',
    type: 'choice',
    choices: [3170, 3175, 3176, 3180],
    default: 3175,
    description:
      'The status of these locks, which is also the code of the fault. 3176 is the lock of a related record, such as the invoice of a payment.',
    advice: 'Handle all of them in the same way.',
  },
  missingPermission: {
    title: 'The permission is missing',
    type: 'flag',
    default: false,
    description: 'The user or the application may read, but not write: every write fails.',
    advice: 'Do not repeat the request. Tell the user to ask the administrator of QuickBooks for the permission.',
    effect: {
      on: 'write',
      status: ({ missingPermissionStatus }) => toStatus(permissionTexts, missingPermissionStatus),
    },
  },
  missingPermissionStatus: {
    title: 'Status of the missing permission',
    type: 'choice',
    choices: [3260, 3261],
    default: 3260,
    description: 'The status of these faults: the user (3260) or the application (3261) lacks the permission.',
    advice: 'Handle both in the same way.',
  },
  closingDate: {
    title: 'The books are closed',
    code: '3171',
    type: 'date',
    default: null,
    description:
      'The closing date of the books: writing a transaction that is dated on or before it is 3171, and deleting it is 3161.',
    advice: 'Do not repeat the request. Tell the user, or date the transaction in the open period.',
  },
  warnings: {
    title: 'Writes succeed with a warning',
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of writes that succeed with a warning (X-SVC-Warning).',
    advice: 'The record is saved. Read X-SVC-Warning and log it, but do not repeat the request.',
    effect: { on: 'written', status: ({ warningStatus }) => toStatus(warningTexts, warningStatus) },
  },
  warningStatus: {
    title: 'Status of the warnings',
    type: 'choice',
    choices: [530, 550, 560],
    default: 530,
    description:
      'The status of these warnings: an unsupported field (530), notes that were not saved (550), or a deprecated field (560).',
    advice: 'Handle all three in the same way.',
  },
  answerDelayMs: {
    title: 'Responses are slow',
    type: 'milliseconds',
    max: 30_000,
    default: 0,
    description: 'The delay of each response in milliseconds.',
    advice: 'Wait at least 60 seconds for a response before you give up, and do not send the request twice.',
  },
  summerTimeOffset: {
    title: 'Daylight-saving offset is wrong',
    type: 'flag',
    default: false,
    description:
      'The host prints its standard offset with the wall clock of summer time, as QuickBooks does. Its times are an hour off, which the service corrects.',
    advice: 'Nothing: the service corrects the times. Check that your integration reads them with their offset.',
  },
} as const satisfies Readonly<Record<string, SandboxFaultRow>>

function toStatus(texts: Readonly<Record<number, string>>, statusCode: unknown): FaultStatus {
  return { statusCode: Number(statusCode), statusMessage: texts[Number(statusCode)] ?? '' }
}
