import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { type CompanyStorage, openCompany } from '@bridge/emulator'
import type { DesktopSource } from './desktop-source.ts'

/** Returns desktops over the emulator, running in their agent's process and killed with it. */
export function simulatedDesktops(): DesktopSource {
  return {
    start: async ({ disk: { storage } }, killSwitch) => {
      const faultyStorage: CompanyStorage = {
        exclusive: (since, work) => killSwitch.step('execute', () => storage.exclusive(since, work)),
      }
      const company = openCompany({ storage: faultyStorage, clock: () => new Date(), random: Math.random })
      return {
        desktop: simulatedDesktop({ company, companyFile: 'crash.qbw' }),
        ready: async () => undefined,
        setClosed: (isClosed) => {
          company.switches.applicationClosed = isClosed
        },
        close: async () => undefined,
      }
    },
    recover: async () => undefined,
    replace: async () => undefined,
    close: async () => undefined,
  }
}
