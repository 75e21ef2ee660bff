import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { openCompany } from '@bridge/emulator'
import type { Logger } from 'pino'
import type { AgentDesktop } from './desktop/agent-desktop.ts'
import { openFileResponseLog } from './file-response-log.ts'
import { fileStorage } from './file-storage.ts'
import { type FileLock, lockFile } from './files/file-lock.ts'
import { createPausableDesktop, type PausableDesktop } from './pause/pausable-desktop.ts'
import { findPause } from './pause/pause.ts'
import { type ComDesktop, startComDesktop } from './quickbooks/com-desktop.ts'
import { createHostStarter } from './quickbooks/start-hosts.ts'
import type { ResponseLog } from './response-log.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { openCompanyFiles, readAgentSettings } from './settings/agent-settings.ts'
import { simulatedDesktop } from './simulated-desktop.ts'
import { type RecordingDesktop, recordLastRequest } from './status/last-request.ts'

/** A company file that an agent serves, and its stored responses. */
export interface ServedDesktop {
  readonly desktop: AgentDesktop
  readonly responses: ResponseLog
  close(): Promise<void>
}

/** QuickBooks on this PC, as its people see it. */
export interface InstalledDesktop extends ServedDesktop, Pick<ComDesktop, 'lastLook'> {
  readonly desktop: PausableDesktop
  readonly lastRequest: RecordingDesktop['lastRequest']
}

interface World {
  readonly clock: () => Date
  /** Waits for a number of milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly logger: Logger
}

/** Opens a simulated company file, and creates it with sample books if it is missing. */
export async function openSimulated(file: string, { clock }: World): Promise<ServedDesktop> {
  const storage = await fileStorage(file)
  const company = openCompany({ storage, clock, random: Math.random, template: 'starter' })
  return {
    desktop: simulatedDesktop({ company, companyFile: basename(file) }),
    responses: await openFileResponseLog(file),
    close: storage.close,
  }
}

/**
 * Opens the company file that is open in QuickBooks on this PC.
 *
 * @param hostFolder the folder with the COM hosts
 * @throws {FileInUseError} while another agent uses the folder, for instance in another Windows session of its user
 * @throws {Error} if the settings cannot be read
 */
export async function openQuickBooks(folder: AgentFolder, hostFolder: string, world: World): Promise<InstalledDesktop> {
  await mkdir(folder.path, { recursive: true })
  // First: nothing of a running agent may be changed, such as a response that it is storing.
  const lock = await lockFile(`${folder.settings}.lock`)
  try {
    return await open(folder, hostFolder, lock, world)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function open(folder: AgentFolder, hostFolder: string, lock: FileLock, world: World): Promise<InstalledDesktop> {
  const settings = await readAgentSettings(folder.settings)
  const companyFiles = await openCompanyFiles(folder.settings)
  const responses = await openFileResponseLog(folder.responses)
  const com = await startComDesktop({
    startHost: createHostStarter(hostFolder),
    companyFiles,
    opensQuickBooks: settings.opensQuickBooks,
    ...world,
  })
  const recording = recordLastRequest(com, world.clock)
  return {
    desktop: createPausableDesktop(recording, findPause(settings, world.clock()) !== undefined),
    lastRequest: recording.lastRequest,
    lastLook: com.lastLook,
    responses,
    close: async () => {
      await com.close()
      await lock.release()
    },
  }
}
