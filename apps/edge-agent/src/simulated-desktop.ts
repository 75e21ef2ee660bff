import type { Company } from '@bridge/emulator'
import type { AgentDesktop, ProcessOutcome } from './desktop.ts'

/** HRESULTs that say that QuickBooks is not open in this session, so that nothing was handed over (facts, 11.2). */
const notOpen = new Set(['0x80040416', '0x80040424'])

interface SimulatedDesktopOptions {
  readonly company: Company
  /** What the simulation calls its company file. */
  readonly companyFile: string
}

/** A desktop that is the emulator: its switches decide whether QuickBooks seems open. */
export const simulatedDesktop = ({ company, companyFile }: SimulatedDesktopOptions): AgentDesktop => ({
  state: () => {
    const { applicationOpen, applicationReady, companyFileOpen } = company.switches
    if (!applicationOpen || !applicationReady) return { phase: 'app-not-open' }
    return companyFileOpen ? { phase: 'ready', companyFile } : { phase: 'ready' }
  },
  process: async (messageSet): Promise<ProcessOutcome> => {
    const outcome = await company.exchange(messageSet)
    if ('answer' in outcome) return outcome
    if ('failed' in outcome) {
      const { hresult, handedOver } = outcome.failed
      return !handedOver && notOpen.has(hresult) ? { notOpen: true } : outcome
    }
    const message =
      outcome.refused === 'unsupported'
        ? `The simulated company file does not know ${outcome.request}.`
        : 'The simulated company file is full.'
    return { failed: { hresult: '0x80040402', message, handedOver: false } }
  },
})
