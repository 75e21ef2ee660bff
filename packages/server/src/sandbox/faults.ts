import type { StoredSwitches } from '@bridge/emulator'
import { z } from 'zod'

const slowestMs = 30_000

/** The faults that a sandbox can be asked for, each off unless it is asked for. */
export const sandboxFaults = z.strictObject({
  applicationClosed: whether('QuickBooks is not running: APP_NOT_OPEN.'),
  companyFileClosed: whether('QuickBooks runs without a company file: AGENT_EXECUTION_ERROR (0x80040417).'),
  wrongFile: whether('Another company file is open: AGENT_EXECUTION_ERROR (0x8004040A).'),
  dialogOpen: whether('A modal dialog is open in QuickBooks: AGENT_EXECUTION_ERROR (0x80040414).'),
  lostRequests: times(
    'How many of the next exchanges are lost on their way: AGENT_TIMEOUT, and QuickBooks never saw the request.',
  ),
  lostAnswers: times(
    'How many of the next exchanges are carried out while their answer is lost: AGENT_TIMEOUT, and the write was posted.',
  ),
  transientLocks: times('How many of the next writes meet a lock that a repeat cures.'),
  transientLockStatus: z
    .literal([3170, 3175, 3180])
    .default(3175)
    .describe('The status of those locks; it is the code of the fault.'),
  warnings: times('How many of the next writes succeed with a warning (X-SVC-Warning).'),
  warningStatus: z.literal([530, 550, 560]).default(530).describe('The status of those warnings.'),
  answerDelayMs: z
    .int()
    .min(0)
    .max(slowestMs)
    .default(0)
    .describe('How much later each answer comes, in milliseconds.'),
  summerTimeOffset: whether(
    'The host prints its winter offset with the wall clock of summer, as QuickBooks does: its times are an hour off, which the answers make good.',
  ),
})

function whether(about: string) {
  return z.boolean().default(false).describe(about)
}

function times(about: string) {
  return z.int().min(0).max(100).default(0).describe(about)
}

export type SandboxFaults = z.output<typeof sandboxFaults>

const none = sandboxFaults.parse({})

/** The switches of the emulator that bring the faults about; faults that are off need none. */
export function switchesOf(faults: SandboxFaults): StoredSwitches {
  return {
    ...(faults.applicationClosed && { applicationOpen: false }),
    ...(faults.companyFileClosed && { companyFileOpen: false }),
    ...(faults.wrongFile && { wrongFile: true }),
    ...(faults.dialogOpen && { dialogOpen: true }),
    ...(faults.lostRequests > 0 && { lostRequests: faults.lostRequests }),
    ...(faults.lostAnswers > 0 && { lostAnswers: faults.lostAnswers }),
    ...(faults.transientLocks > 0 && {
      transientLocks: faults.transientLocks,
      transientLockStatus: faults.transientLockStatus,
    }),
    ...(faults.warnings > 0 && { warnings: faults.warnings, warningStatus: faults.warningStatus }),
    ...(faults.answerDelayMs > 0 && { answerDelayMs: faults.answerDelayMs }),
    ...(faults.summerTimeOffset && { isDaylightSaving: true, printsStandardOffset: true }),
  }
}

/** The faults that switches bring about, with what is left of those that count down. */
export function faultsOf(stored: StoredSwitches): SandboxFaults {
  return {
    applicationClosed: stored.applicationOpen === false,
    companyFileClosed: stored.companyFileOpen === false,
    wrongFile: stored.wrongFile ?? none.wrongFile,
    dialogOpen: stored.dialogOpen ?? none.dialogOpen,
    lostRequests: stored.lostRequests ?? none.lostRequests,
    lostAnswers: stored.lostAnswers ?? none.lostAnswers,
    transientLocks: stored.transientLocks ?? none.transientLocks,
    transientLockStatus: stored.transientLockStatus ?? none.transientLockStatus,
    warnings: stored.warnings ?? none.warnings,
    warningStatus: stored.warningStatus ?? none.warningStatus,
    answerDelayMs: stored.answerDelayMs ?? none.answerDelayMs,
    summerTimeOffset: stored.isDaylightSaving ?? none.summerTimeOffset,
  }
}
