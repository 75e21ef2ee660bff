import { rm, stat, writeFile } from 'node:fs/promises'
import type { AgentFolder } from './agent-folder.ts'

const intervalMs = 2_000

interface FolderWatchOptions {
  readonly folder: AgentFolder
  /** Returns the status file's text. */
  readonly describe: () => string
  readonly onStop: () => void
  /** Is called with a file system error; the watch goes on. */
  readonly onError: (error: unknown) => void
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Keeps the status file up to date and stops the agent when the stop file appears: on Windows, no signal reaches a
 * process without a console. An older stop file is removed first. After the signal, writes the last status and
 * resolves.
 */
export async function watchFolder(options: FolderWatchOptions, signal: AbortSignal): Promise<void> {
  const { folder, describe, onStop, onError, wait } = options
  let written: string | undefined
  const writeStatus = async (text: string): Promise<void> => {
    if (text === written) return
    await writeFile(folder.status, `${text}\n`, { mode: 0o600 })
    written = text
  }
  const check = async (): Promise<void> => {
    await writeStatus(describe())
    if (!(await exists(folder.stop))) return
    await rm(folder.stop, { force: true })
    onStop()
  }

  await rm(folder.stop, { force: true }).catch(onError)
  while (!signal.aborted) {
    await check().catch(onError)
    await wait(intervalMs, signal)
  }
  await writeStatus(describe()).catch(onError)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
