import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTruthReport, type TruthReport } from '@bridge/truth'
import type { AgentFolder } from '../settings/agent-folder.ts'

/** How long a finished recording waits for the person who sends it. */
const keptMs = 7 * 24 * 3_600_000

/** The installation's recording: one at a time, as the report that a person sees before it is sent. */
export function openRecordingFile({ path }: Pick<AgentFolder, 'path'>) {
  const folder = join(path, 'checks')
  const file = join(folder, 'recording.json')
  return {
    path: file,
    read: async (): Promise<TruthReport | undefined> => {
      const text = await readFile(file, 'utf8').catch(() => undefined)
      return text === undefined ? undefined : parseTruthReport(text)
    },
    write: async (report: TruthReport): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
    },
    remove: (): Promise<void> => rm(file, { force: true }),
    /** Removes a recording that no one has sent for a week. */
    removeOld: async (now: Date): Promise<void> => {
      const found = await stat(file).catch(() => undefined)
      if (found !== undefined && now.getTime() - found.mtimeMs > keptMs) await rm(file, { force: true })
    },
  }
}
