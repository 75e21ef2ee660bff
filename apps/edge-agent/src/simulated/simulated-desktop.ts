import type { NotSent } from '@bridge/agent-protocol'
import type { Company, CompanyOutcome } from '@bridge/emulator'
import type { AgentDesktop } from '../desktop/agent-desktop.ts'
import { unexpectedError } from '../unexpected-error.ts'

interface SimulatedDesktopOptions {
  readonly company: Company
  /** The simulated company file's name. */
  readonly companyFile: string
}

/** Creates a desktop over the emulator, whose switches decide whether QuickBooks appears to be open. */
export function simulatedDesktop({ company, companyFile }: SimulatedDesktopOptions): AgentDesktop {
  return {
    state: () => {
      const { applicationClosed, applicationStarting, companyFileClosed } = company.switches
      if (applicationClosed || applicationStarting) return { phase: 'app-not-open' }
      return companyFileClosed ? { phase: 'ready' } : { phase: 'ready', companyFile }
    },
    process: async (messageSet) => {
      const outcome = await company.exchange(messageSet)
      return isLimit(outcome) ? toExecutionError(outcome) : outcome
    },
  }
}

type Limit = Extract<CompanyOutcome, { readonly reason: 'record-limit' | 'unsupported' }>

function isLimit(outcome: CompanyOutcome): outcome is Limit {
  return !outcome.sent && (outcome.reason === 'record-limit' || outcome.reason === 'unsupported')
}

function toExecutionError(outcome: Limit): NotSent {
  const message =
    outcome.reason === 'unsupported'
      ? `The simulated company file does not support ${outcome.request}.`
      : 'The simulated company file is full.'
  return { sent: false, reason: 'execution-error', error: unexpectedError(message) }
}
