import { type Company, isNotOpen } from '@bridge/emulator'
import type { AgentDesktop, ProcessOutcome } from './desktop.ts'

interface SimulatedDesktopOptions {
  readonly company: Company
  /** What the simulation calls its company file. */
  readonly companyFile: string
}

/** A desktop that is the emulator: its switches decide whether QuickBooks seems open. */
export function simulatedDesktop({ company, companyFile }: SimulatedDesktopOptions): AgentDesktop {
  return {
    state: () => {
      const { applicationClosed, applicationStarting, companyFileClosed } = company.switches
      if (applicationClosed || applicationStarting) return { phase: 'app-not-open' }
      return companyFileClosed ? { phase: 'ready' } : { phase: 'ready', companyFile }
    },
    process: async (messageSet): Promise<ProcessOutcome> => {
      const outcome = await company.exchange(messageSet)
      if ('response' in outcome) return { answer: outcome.response }
      if ('failed' in outcome) return isNotOpen(outcome.failed) ? { notOpen: true } : outcome
      const message =
        outcome.rejected === 'unsupported'
          ? `The simulated company file does not know ${outcome.request}.`
          : 'The simulated company file is full.'
      return { failed: { hresult: '0x80040402', message, handedOver: false } }
    },
  }
}
