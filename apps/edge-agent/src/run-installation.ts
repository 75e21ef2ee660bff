import type { Logger } from 'pino'
import type { Agent } from './agent.ts'
import type { UpdatedAgent } from './keep-updated.ts'
import type { Pause } from './pause/pause.ts'
import type { InstalledDesktop } from './served-desktop.ts'
import type { AgentFolder } from './settings/agent-folder.ts'
import { watchFolder } from './settings/watch-folder.ts'
import { watchPause } from './settings/watch-pause.ts'
import { getAgentStatus, printStatus } from './status/agent-status.ts'

interface InstallationOptions {
  readonly agent: Agent
  readonly program: UpdatedAgent
  readonly quickBooks: InstalledDesktop
  readonly folder: AgentFolder
  /** Whether the agent stops when the process that started it ends its standard input. */
  readonly stopsWithStdin: boolean
  readonly clock: () => Date
  readonly logger: Logger
  /** Waits for a number of milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Connects a running agent with the people at its PC: keeps the status file, follows the pause of the settings, and
 * stops the agent at a stop file or at the end of its standard input. Resolves when the program has ended.
 */
export async function runInstallation(options: InstallationOptions): Promise<void> {
  const { agent, program, quickBooks, folder, stopsWithStdin, clock, logger, wait } = options
  const ending = new AbortController()
  let endMessage: string | undefined
  let pause: Pause | undefined
  void agent.ended.then(({ message }) => {
    endMessage = message
  })
  void program.ended.then(() => ending.abort())
  const stop = () => void program.stop()
  if (stopsWithStdin) process.stdin.on('end', stop).resume()
  const onError = (error: unknown) => logger.error({ err: error }, 'the folder of the agent cannot be used')
  const getStatus = () =>
    getAgentStatus({ isConnected: agent.isConnected(), desktop: quickBooks.desktop.state(), pause, endMessage })
  const onPause = (next: Pause | undefined) => {
    pause = next
    quickBooks.desktop.setPaused(next !== undefined)
  }
  await Promise.all([
    watchPause({ settings: folder.settings, clock, onPause, onError, wait }, ending.signal),
    watchFolder({ folder, describe: () => printStatus(getStatus()), onStop: stop, onError, wait }, ending.signal),
  ])
  process.stdin.pause()
}
