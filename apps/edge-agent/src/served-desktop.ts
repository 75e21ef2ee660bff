import { mkdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { AgentDesktop, RealmSwitches } from './desktop/agent-desktop.ts'
import { openFileResponseLog } from './file-response-log.ts'
import { type FileLock, lockFile } from './files/file-lock.ts'
import { createPausableDesktop, type PausableDesktop } from './pause/pausable-desktop.ts'
import { findPause } from './pause/pause.ts'
import { ComDesktop } from './quickbooks/com-desktop.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import type { Bits } from './quickbooks/com-hosts.ts'
import { Recorder, recordExchanges } from './recording/recorder.ts'
import type { ResponseLog } from './response-log.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { changeAgentSettings, openCompanyFiles, readAgentSettings } from './settings/agent-settings.ts'
import { type RecordingDesktop, recordLastRequest } from './status/last-request.ts'
import { createSecretRedactor } from './verify/verify-world.ts'

/** A company file an agent serves, and its stored responses. */
export interface ServedDesktop {
  readonly desktop: AgentDesktop
  readonly responses: ResponseLog
  close(): Promise<void>
}

/** QuickBooks on this PC, as its people see it. */
export interface InstalledDesktop
  extends ServedDesktop,
    Pick<ComDesktop, 'lastLook' | 'runAlone' | 'servedFile' | 'findOtherCompany' | 'acceptRename'> {
  readonly desktop: PausableDesktop
  readonly lastRequest: RecordingDesktop['lastRequest']
  /** Records exchanges while a recording lasts. */
  readonly recorder: Recorder
  /** Follows the realm's settings, and keeps them for the next start. */
  setSwitches(switches: RealmSwitches): void
}

/** Time and the log, as a desktop needs them. */
export interface DesktopHost {
  readonly clock: () => Date
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly logger: Logger
}

/**
 * Opens the company file open in QuickBooks on this PC.
 *
 * @throws {FileInUseError} while another agent uses the folder, for instance in another Windows session of its user
 * @throws {Error} if the settings cannot be read
 */
export async function openQuickBooks(
  folder: AgentFolder,
  startHost: (bits: Bits) => ComHost,
  host: DesktopHost,
): Promise<InstalledDesktop> {
  await mkdir(folder.path, { recursive: true })
  // First: nothing of a running agent may be changed, such as a response it is storing.
  const lock = await lockFile(`${folder.settings}.lock`)
  try {
    return await open(folder, startHost, lock, host)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function open(
  folder: AgentFolder,
  startHost: (bits: Bits) => ComHost,
  lock: FileLock,
  host: DesktopHost,
): Promise<InstalledDesktop> {
  const settings = await readAgentSettings(folder.settings)
  const companyFiles = await openCompanyFiles(folder.settings)
  const responses = await openFileResponseLog(folder.responses)
  const { opensQuickBooks, allowsRecording = false, subscribesToEvents = false } = settings
  let switches = { opensQuickBooks, allowsRecording, subscribesToEvents }
  const com = await ComDesktop.start({
    startHost,
    companyFiles,
    opensQuickBooks: () => switches.opensQuickBooks,
    ...host,
  })
  const recorder = new Recorder(createSecretRedactor())
  const recording = recordLastRequest(recordExchanges(com, recorder, host.clock), host.clock)
  return {
    desktop: createPausableDesktop(recording, findPause(settings, host.clock()) !== undefined),
    lastRequest: recording.lastRequest,
    lastLook: () => com.lastLook(),
    runAlone: (work) => com.runAlone(work),
    servedFile: () => com.servedFile(),
    findOtherCompany: () => com.findOtherCompany(),
    acceptRename: (other) => com.acceptRename(other),
    recorder,
    setSwitches: ({
      opensQuickBooks = switches.opensQuickBooks,
      allowsRecording = switches.allowsRecording,
      subscribesToEvents = switches.subscribesToEvents,
    }) => {
      const next = { opensQuickBooks, allowsRecording, subscribesToEvents }
      if (isDeepStrictEqual(next, switches)) return
      switches = next
      changeAgentSettings(folder.settings, (stored) => ({ ...stored, ...next })).catch((error: unknown) =>
        host.logger.error({ err: error }, 'the settings of the agent cannot be written'),
      )
    },
    responses,
    close: async () => {
      await com.close()
      await lock.release()
    },
  }
}
