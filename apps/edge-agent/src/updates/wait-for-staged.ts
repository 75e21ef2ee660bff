import type { VersionFiles } from './version-files.ts'
import { readVersions } from './versions.ts'

const pollMs = 10_000

interface StagedOptions {
  readonly files: VersionFiles
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Waits until another program, such as `edge-agent update`, has staged a version, or until the signal. Never rejects.
 */
export async function waitForStaged({ files, wait }: StagedOptions, signal: AbortSignal): Promise<void> {
  const find = async () => (await readVersions(files).catch(() => undefined))?.staged
  const before = await find()
  while (!signal.aborted) {
    await wait(pollMs, signal)
    const staged = await find()
    if (staged !== undefined && staged !== before) return
  }
}
