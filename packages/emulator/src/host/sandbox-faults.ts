import { failures } from './failure.ts'
import type { FaultStatus, FaultTable } from './fault-table.ts'

const lockTexts = {
  3170: 'There was an error when modifying a record.  QuickBooks error message: This list has been modified by another user.',
  3175: 'The transaction could not be locked.  It is in use by another user.',
  3180: 'There was an error when saving a record.  QuickBooks error message: The list element is in use.',
} as const

const warningTexts = {
  530: 'The request was carried out, but this version of QuickBooks does not support one of its fields.',
  550: 'The record was saved, but its notes were not.',
  560: 'The request was carried out, but one of its fields is deprecated.',
} as const

/**
 * The faults of sandboxes by their names in `/admin/v1`. The switches of the emulator, the schema of the API, its
 * documentation and the stored values are derived from this table. Faults on an exchange are checked in order.
 */
export const sandboxFaults = {
  applicationClosed: {
    type: 'flag',
    default: false,
    description: 'QuickBooks is not running: APP_NOT_OPEN.',
    effect: { on: 'exchange', failure: failures.notRunning },
  },
  companyFileClosed: {
    type: 'flag',
    default: false,
    description: 'QuickBooks runs without a company file: AGENT_EXECUTION_ERROR (0x80040417).',
    effect: { on: 'exchange', failure: failures.noCompanyFile },
  },
  wrongFile: {
    type: 'flag',
    default: false,
    description: 'Another company file is open: AGENT_EXECUTION_ERROR (0x8004040A).',
    effect: { on: 'exchange', failure: failures.wrongFile },
  },
  dialogOpen: {
    type: 'flag',
    default: false,
    description: 'A modal dialog is open in QuickBooks: AGENT_EXECUTION_ERROR (0x80040414).',
    effect: { on: 'exchange', failure: failures.dialogOpen },
  },
  lostRequests: {
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of exchanges to lose before QuickBooks sees them: AGENT_TIMEOUT, and nothing was written.',
    effect: { on: 'exchange', failure: failures.connectionLost },
  },
  lostAnswers: {
    type: 'count',
    max: 100,
    default: 0,
    description:
      'The number of exchanges to carry out and then lose the response of: AGENT_TIMEOUT, and the write was posted.',
    effect: { on: 'response', failure: failures.connectionLost },
  },
  transientLocks: {
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of writes that fail because of a lock. A retry succeeds.',
    effect: {
      on: 'write',
      status: ({ transientLockStatus }) => toStatus(lockTexts, transientLockStatus),
    },
  },
  transientLockStatus: {
    type: 'choice',
    choices: [3170, 3175, 3180],
    default: 3175,
    description: 'The status of these locks, which is also the code of the fault.',
  },
  warnings: {
    type: 'count',
    max: 100,
    default: 0,
    description: 'The number of writes that succeed with a warning (X-SVC-Warning).',
    effect: { on: 'written', status: ({ warningStatus }) => toStatus(warningTexts, warningStatus) },
  },
  warningStatus: {
    type: 'choice',
    choices: [530, 550, 560],
    default: 530,
    description:
      'The status of these warnings: an unsupported field (530), notes that were not saved (550), or a deprecated field (560).',
  },
  answerDelayMs: {
    type: 'milliseconds',
    max: 30_000,
    default: 0,
    description: 'The delay of each response in milliseconds.',
  },
  summerTimeOffset: {
    type: 'flag',
    default: false,
    description:
      'The host prints its standard offset with the wall clock of summer time, as QuickBooks does. Its times are an hour off, which the service corrects.',
  },
} as const satisfies FaultTable

function toStatus(texts: Readonly<Record<number, string>>, statusCode: unknown): FaultStatus {
  return { statusCode: Number(statusCode), statusMessage: texts[Number(statusCode)] ?? '' }
}
