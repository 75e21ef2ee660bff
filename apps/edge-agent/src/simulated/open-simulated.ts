import { basename } from 'node:path'
import { openCompany } from '@bridge/emulator'
import { openFileResponseLog } from '../file-response-log.ts'
import type { DesktopHost, ServedDesktop } from '../served-desktop.ts'
import { fileStorage } from './file-storage.ts'
import { simulatedDesktop } from './simulated-desktop.ts'

/** Opens a simulated company file, and creates it with sample books if it is missing. */
export async function openSimulated(file: string, { clock }: Pick<DesktopHost, 'clock'>): Promise<ServedDesktop> {
  const storage = await fileStorage(file)
  const company = openCompany({ storage, clock, random: Math.random, template: 'starter' })
  return {
    desktop: simulatedDesktop({ company, companyFile: basename(file) }),
    responses: await openFileResponseLog(file),
    close: storage.close,
  }
}
