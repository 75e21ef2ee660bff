import { basename } from 'node:path'
import { type Clock, openCompany } from '@bridge/emulator'
import { openFileResponseLog } from '../file-response-log.ts'
import type { DesktopHost, ServedDesktop } from '../served-desktop.ts'
import { fileStorage } from './file-storage.ts'
import { simulatedDesktop } from './simulated-desktop.ts'

/** Opens a simulated company file in this thread, and creates it with sample books if it is missing. */
export async function openSimulated(file: string, { clock }: Pick<DesktopHost, 'clock'>): Promise<ServedDesktop> {
  return { ...(await openCompanyFile(file, clock)), responses: await openFileResponseLog(file) }
}

/** Opens a simulated company file without the responses of an agent. */
export async function openCompanyFile(file: string, clock: Clock): Promise<Omit<ServedDesktop, 'responses'>> {
  const storage = await fileStorage(file)
  const company = openCompany({ storage, clock, random: Math.random, template: 'starter' })
  return { desktop: simulatedDesktop({ company, companyFile: basename(file) }), close: storage.close }
}
