import { rename, rm, writeFile } from 'node:fs/promises'
import type { TruthReport } from '@bridge/truth'
import type { Logger } from 'pino'
import type { Agent } from './agent.ts'
import { agentVersion } from './command-line.ts'
import { describeEvents } from './events/describe-events.ts'
import type { EventListener } from './events/event-listener.ts'
import { EventWatch } from './events/event-watch.ts'
import type { AgentProgram } from './keep-updated.ts'
import { beginPause, endPause, findPause, type Pause, setQuietHours } from './pause/pause.ts'
import { SerialQueue } from './queue/serial-queue.ts'
import type { ComHost } from './quickbooks/com-host.ts'
import type { Bits } from './quickbooks/com-hosts.ts'
import { endRecording } from './recording/end-recording.ts'
import { watchRecording } from './recording/watch-recording.ts'
import type { InstalledDesktop } from './served-desktop.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { type AgentSettings, changeAgentSettings, readAgentSettings } from './settings/agent-settings.ts'
import { watchFolder } from './settings/watch-folder.ts'
import { watchPause } from './settings/watch-pause.ts'
import { type AgentStatus, formatStatus, getAgentStatus } from './status/agent-status.ts'
import type { PageActions, PageView } from './status-page/page-view.ts'
import { type StatusPage, startStatusPage } from './status-page/status-page.ts'
import { runFirstChecks } from './verify/first-checks.ts'

export interface InstallationOptions {
  readonly agent: Agent
  readonly program: AgentProgram
  readonly quickBooks: Omit<InstalledDesktop, 'responses' | 'close' | 'setSwitches'>
  readonly startHost: (bits: Bits) => ComHost
  /** Starts the program that QuickBooks calls when people change something. */
  readonly startListener: (onEvent: () => void) => EventListener
  /** Sends a report about QuickBooks to the service. */
  readonly sendReport: (report: TruthReport) => Promise<void>
  readonly folder: AgentFolder
  /** Whether the agent stops when its starting process ends its standard input. */
  readonly stopsWithStdin: boolean
  readonly makeReport: () => Promise<string>
  readonly clock: () => Date
  readonly logger: Logger
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Connects a running agent with the people at its PC: serves the status page, keeps the status file, follows the
 * settings' pause, and stops the agent at a stop file or at the end of its standard input. Resolves when the program
 * has ended.
 */
export async function runInstallation(options: InstallationOptions): Promise<void> {
  const { agent, program, quickBooks, folder, stopsWithStdin, makeReport, clock, logger, wait } = options
  const { startHost, sendReport: send } = options
  const ending = new AbortController()
  let endMessage: string | undefined
  let pause: Pause | undefined
  let state: AgentStatus['state'] | undefined
  let since = clock()
  void agent.ended.then(({ message }) => {
    endMessage = message
  })
  void program.ended.then(() => ending.abort())
  const stop = () => void program.stop()
  if (stopsWithStdin) process.stdin.on('end', stop).resume()
  const onError = (error: unknown) => logger.error({ err: error }, 'the folder of the agent cannot be used')

  const getStatus = (): AgentStatus => {
    const desktop = agent.desktop()
    const dialogTitle = quickBooks.lastLook()?.dialog?.title
    const status = getAgentStatus({ isConnected: agent.isConnected(), desktop, dialogTitle, pause, endMessage })
    if (status.state !== state) since = clock()
    state = status.state
    return status
  }
  const onPause = (next: Pause | undefined): void => {
    pause = next
    quickBooks.desktop.setPaused(next !== undefined)
  }
  const events = new EventWatch({ ...options, settings: folder.settings })
  /** Reads and changes the settings in turn: a read begun before a change must not undo it. */
  const settingsQueue = new SerialQueue()
  const change = (change: (settings: AgentSettings) => AgentSettings): Promise<void> =>
    settingsQueue.run(async () => {
      await changeAgentSettings(folder.settings, change)
      onPause(findPause(await readAgentSettings(folder.settings), clock()))
    })
  const getView = async (): Promise<PageView> => {
    const { quietHours, opensQuickBooks, recording } = await readAgentSettings(folder.settings)
    const recordsUntil = recording && new Date(recording.until)
    const dialogTitle = quickBooks.lastLook()?.dialog?.title
    const status = getStatus()
    const lastRequest = quickBooks.lastRequest()
    const otherCompany = status.state === 'other-file' ? quickBooks.findOtherCompany() : undefined
    const shown = { quietHours, opensQuickBooks, recordsUntil, events: describeEvents(events.state()) }
    return { status, since, agentVersion, lastRequest, dialogTitle, otherCompany, ...shown }
  }
  const actions: PageActions = {
    pause: (minutes) => change((settings) => beginPause(settings, clock(), minutes)),
    resume: () => change((settings) => endPause(settings, clock())),
    setQuietHours: (quietHours) => change((settings) => setQuietHours(settings, quietHours)),
    endRecording: () => change((settings) => endRecording(settings, clock())),
    acceptRename: (other) => quickBooks.acceptRename(other),
    makeReport,
  }

  const page = await startPage(folder, getView, actions, logger)
  await Promise.all([
    watchPause(
      { settings: folder.settings, clock, inTurn: (work) => settingsQueue.run(work), onPause, onError, wait },
      ending.signal,
    ),
    watchFolder({ folder, describe: () => formatStatus(getStatus()), onStop: stop, onError, wait }, ending.signal),
    watchRecording({ folder, agentVersion, recorder: quickBooks.recorder, clock, logger, wait }, ending.signal).catch(
      onError,
    ),
    events.run(ending.signal),
    runFirstChecks(
      { settings: folder.settings, agentVersion, agent, quickBooks, startHost, send, clock, logger, wait },
      ending.signal,
    ).catch(onError),
  ])
  process.stdin.pause()
  await page?.close()
  await rm(folder.statusPage, { force: true }).catch(onError)
}

/** Starts the status page. Without it, the agent works. */
async function startPage(
  folder: AgentFolder,
  getView: () => Promise<PageView>,
  actions: PageActions,
  logger: Logger,
): Promise<StatusPage | undefined> {
  const onError = (error: unknown) => logger.error({ err: error }, 'the status page failed')
  const storeAddress = async (address: string): Promise<void> => {
    const part = `${folder.statusPage}.part`
    await writeFile(part, `${address}\n`, { mode: 0o600 })
    await rename(part, folder.statusPage)
  }
  try {
    return await startStatusPage({ getView, actions, storeAddress, onError })
  } catch (error) {
    onError(error)
    return undefined
  }
}
