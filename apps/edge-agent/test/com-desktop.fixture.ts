import { requireRealmId } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { pino } from 'pino'
import { ComDesktop } from '../src/quickbooks/com-desktop.ts'
import { type CompanyFiles, memoryCompanyFiles, type ResolvePath } from '../src/quickbooks/company-files.ts'
import { type ScriptedQuickBooks, scriptedQuickBooks } from './scripted-quickbooks.ts'

export const realmId = requireRealmId('9130347957983546')

/** Opens an emulated company file. */
export function openSampleCompany(): Company {
  return openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-02T09:00:00Z'),
    random: () => 0.5,
    template: 'starter',
  })
}

interface ComDesktopFixture {
  readonly company: Company
  readonly quickBooks: ScriptedQuickBooks
  readonly desktop: ComDesktop
  readonly companyFiles: CompanyFiles
}

interface FixtureOptions {
  readonly bits?: 32 | 64 | 'both'
  readonly resolvePath?: ResolvePath
  readonly path?: string
  readonly look?: string
  readonly companyFiles?: CompanyFiles
  readonly opensQuickBooks?: boolean
}

/** Starts a desktop over a scripted QuickBooks. Waits use timers, which tests replace with fake ones. */
export async function startComFixture(options: FixtureOptions = {}): Promise<ComDesktopFixture> {
  const company = openSampleCompany()
  const quickBooks = scriptedQuickBooks({ company, bits: options.bits, path: options.path })
  quickBooks.look = options.look ?? quickBooks.look
  const companyFiles = options.companyFiles ?? memoryCompanyFiles()
  const desktop = await ComDesktop.start({
    startHost: quickBooks.startHost,
    companyFiles,
    opensQuickBooks: () => options.opensQuickBooks === true,
    resolvePath: options.resolvePath ?? (async (file) => file),
    clock: () => new Date(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        signal.addEventListener('abort', end)
      }),
    logger: pino({ level: 'silent' }),
  })
  return { company, quickBooks, desktop, companyFiles }
}
