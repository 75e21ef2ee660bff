import type { ReportExchange, TruthReport } from '@bridge/truth'
import type { Logger } from 'pino'
import type { AgentFolder } from '../settings/agent-folder.ts'
import { type AgentSettings, changeAgentSettings, readAgentSettings } from '../settings/agent-settings.ts'
import { describeSystem } from '../verify/verify-world.ts'
import type { Recorder } from './recorder.ts'
import { openRecordingFile } from './recording-file.ts'

const intervalMs = 2_000

interface RecordingWatchOptions {
  readonly folder: AgentFolder
  readonly agentVersion: string
  readonly recorder: Recorder
  readonly clock: () => Date
  readonly logger: Logger
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Begins and ends recordings as the settings say: a person at the PC begins one, the realm's setting allows it, and it
 * ends with its hours, also over restarts. Without the setting, nothing of it remains. Resolves at the signal.
 */
export async function watchRecording(options: RecordingWatchOptions, signal: AbortSignal): Promise<void> {
  const { folder, agentVersion, recorder, clock, logger, wait } = options
  const file = openRecordingFile(folder)
  let problem: string | undefined
  await file.removeOld(clock())
  while (!signal.aborted) {
    try {
      await follow(options)
      problem = undefined
    } catch (error) {
      if (String(error) !== problem) logger.error({ err: error }, 'the recording cannot be kept')
      problem = String(error)
    }
    await wait(intervalMs, signal)
  }
  // The next start goes on with it.
  if (!recorder.isOn) return
  const settings = await readAgentSettings(folder.settings)
  await file.write(toReport(settings, recorder.stop(), { agentVersion, at: clock() }))
}

async function follow({ folder, agentVersion, recorder, clock, logger }: RecordingWatchOptions): Promise<void> {
  const file = openRecordingFile(folder)
  const settings = await readAgentSettings(folder.settings)
  const { allowsRecording, recording } = settings
  if (allowsRecording !== true) {
    recorder.stop()
    await file.remove()
    if (recording !== undefined) await forget(folder)
    return
  }
  if (recording === undefined) {
    recorder.stop()
    return
  }
  if (clock() < new Date(recording.until)) {
    if (recorder.isOn) return
    recorder.start((await file.read())?.exchanges ?? [])
    logger.info({ until: recording.until }, 'recording redacted exchanges')
    return
  }
  if (recorder.isOn) {
    await file.write(toReport(settings, recorder.stop(), { agentVersion, at: clock() }))
    logger.info('the recording has ended')
  }
  await forget(folder)
}

function forget({ settings }: AgentFolder): Promise<void> {
  return changeAgentSettings(settings, ({ recording: _, ...others }) => others)
}

function toReport(
  { checkedFiles = {} }: Pick<AgentSettings, 'checkedFiles'>,
  exchanges: readonly ReportExchange[],
  { agentVersion, at }: { readonly agentVersion: string; readonly at: Date },
): TruthReport {
  const { product = 'unknown', release = '0' } = Object.values(checkedFiles)[0] ?? {}
  return {
    format: 1,
    at: at.toISOString(),
    file: 'books',
    agentVersion,
    system: describeSystem(),
    quickBooks: { product, release },
    rows: [],
    exchanges: [...exchanges],
  }
}
