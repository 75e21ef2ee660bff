import { UpdateError } from './update-error.ts'
import type { VersionFile, VersionFiles } from './version-files.ts'

/** Which agent versions an installation has. */
export interface Versions {
  /** The version a start runs. */
  readonly current: string
  /** A version whose files are complete, and which can be activated. */
  readonly staged: string | undefined
  /** The version to return to, while the current one is on trial until a gateway welcomes it. */
  readonly previous: string | undefined
  /** The version to return to, while the current one is on trial until its first session with QuickBooks. */
  readonly fallback: string | undefined
  /** The latest version that had a session with QuickBooks. */
  readonly session: string | undefined
  /** Versions given up. They are not installed again. */
  readonly failed: readonly string[]
}

const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/
const maxFailed = 20

/** Whether a text is a version such as `0.2.0`. */
export function isVersion(text: string): boolean {
  return versionPattern.test(text)
}

/** Reads an installation's versions. @throws {UpdateError} if a file has something else */
export async function readVersions(files: VersionFiles): Promise<Versions> {
  const current = await readVersion(files, 'current')
  if (current === undefined) throw new UpdateError('The folder of the versions has no file “current”.')
  const previous = await readVersion(files, 'previous')
  const session = await readVersion(files, 'session')
  const fallback = await readVersion(files, 'fallback')
  const failed = ((await files.read('failed')) ?? '').split('\n').filter(isVersion)
  return {
    current,
    staged: await readVersion(files, 'staged'),
    // They are the same if the PC stopped during an activation.
    previous: previous === current ? undefined : previous,
    // The PC stopped after the session was stored.
    fallback: session === current ? undefined : fallback,
    session,
    failed,
  }
}

/** Records a version whose files are complete. Ignores the current one and a failed one. */
export async function stageVersion(files: VersionFiles, version: string): Promise<void> {
  const { current, failed } = await readVersions(files)
  if (version !== current && !failed.includes(version)) await files.write('staged', `${version}\n`)
}

/**
 * Makes the staged version the current one, on trial: the next start runs it. Does nothing while another one is on
 * trial.
 *
 * @returns the new current version
 */
export async function activateVersion(files: VersionFiles): Promise<string | undefined> {
  const { current, staged, previous, fallback } = await readVersions(files)
  if (staged === undefined || previous !== undefined || fallback !== undefined) return undefined
  await files.write('previous', `${current}\n`)
  await files.replace('current', 'staged')
  return staged
}

/**
 * Ends a version's trial after a gateway's welcome. If the version before it had a session with QuickBooks, the trial goes
 * on until this one has, too: then, only the agent decides about it. Does nothing for any but the current version.
 */
export async function confirmVersion(files: VersionFiles, version: string): Promise<void> {
  const { current, previous, session } = await readVersions(files)
  if (version !== current) return
  if (previous !== undefined && previous === session) await files.replace('fallback', 'previous')
  else await files.remove('previous')
}

/** Records a version's session with QuickBooks, which ends its trial. Does nothing for any but the current version. */
export async function recordSession(files: VersionFiles, version: string): Promise<void> {
  const { current, session } = await readVersions(files)
  if (version !== current) return
  if (session !== version) await files.write('session', `${version}\n`)
  await files.remove('fallback')
}

/**
 * Returns from the version on trial to the previous one, and remembers it failed. Does nothing without a trial.
 *
 * @returns the restored current version
 */
export async function giveUpVersion(files: VersionFiles): Promise<string | undefined> {
  const { current, previous, fallback, failed } = await readVersions(files)
  const earlier = previous ?? fallback
  if (earlier === undefined) return undefined
  // First, so it is not installed again if the PC stops in between.
  if (!failed.includes(current)) await files.write('failed', `${[...failed, current].slice(-maxFailed).join('\n')}\n`)
  await files.replace('current', previous === undefined ? 'fallback' : 'previous')
  return earlier
}

async function readVersion(files: VersionFiles, name: VersionFile): Promise<string | undefined> {
  const version = (await files.read(name))?.trim()
  if (version !== undefined && !isVersion(version)) {
    throw new UpdateError(`The file “${name}” in the folder of the versions has no version. Install the agent again.`)
  }
  return version
}
