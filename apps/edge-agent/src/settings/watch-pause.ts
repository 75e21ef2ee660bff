import { findPause, type Pause } from '../pause/pause.ts'
import { readAgentSettings } from './agent-settings.ts'

const intervalMs = 2_000

interface PauseWatchOptions {
  /** The settings' path. */
  readonly settings: string
  readonly clock: () => Date
  /** Runs work not interrupted by this program's changes to the settings. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  /** Is called with the pause, again and again. */
  readonly onPause: (pause: Pause | undefined) => void
  /** Is called when the settings cannot be read, once for each problem. The last pause continues. */
  readonly onError: (error: unknown) => void
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Reads the settings regularly, because a person may change them in several ways, until the signal. */
export async function watchPause(options: PauseWatchOptions, signal: AbortSignal): Promise<void> {
  const { settings, clock, inTurn, onPause, onError, wait } = options
  let problem: string | undefined
  while (!signal.aborted) {
    try {
      await inTurn(async () => onPause(findPause(await readAgentSettings(settings), clock())))
      problem = undefined
    } catch (error) {
      const message = String(error)
      if (message !== problem) onError(error)
      problem = message
    }
    await wait(intervalMs, signal)
  }
}
