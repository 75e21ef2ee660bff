import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describeCause, UpdateError } from './update-error.ts'

/**
 * The files next to the versions' folders. Each is plain text, so the launcher, which is written in C, reads them as
 * they are: one version in `current`, `staged` and `previous`, one per line in `failed`. Only the agent reads
 * `fallback` and `session`, one version each, `installation-id`, and `manifest-issued`, the time at which the latest
 * accepted manifest was signed.
 */
export type VersionFile =
  | 'current'
  | 'staged'
  | 'previous'
  | 'fallback'
  | 'session'
  | 'failed'
  | 'installation-id'
  | 'manifest-issued'

/** The operations on these files, each happening as a whole or not at all. */
export interface VersionFiles {
  /** Returns the text, or `undefined` if there is no such file. */
  read(name: VersionFile): Promise<string | undefined>
  write(name: VersionFile, text: string): Promise<void>
  /** Moves a file into the place of another one. */
  replace(name: VersionFile, by: VersionFile): Promise<void>
  /** Removes a file; a missing one is ignored. */
  remove(name: VersionFile): Promise<void>
}

/** Returns the operations on a folder. They reject with an `UpdateError` if the file system fails. */
export function openVersionFiles(folder: string): VersionFiles {
  const getPath = (name: VersionFile) => join(folder, name)
  return {
    read: (name) =>
      readFile(getPath(name), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw cannot('read', getPath(name), error)
      }),
    write: (name, text) =>
      writeFlushed(getPath(name), text).catch((error: unknown) => {
        throw cannot('write', getPath(name), error)
      }),
    replace: (name, by) =>
      rename(getPath(by), getPath(name)).catch((error: unknown) => {
        throw cannot('replace', getPath(name), error)
      }),
    remove: (name) =>
      rm(getPath(name), { force: true }).catch((error: unknown) => {
        throw cannot('remove', getPath(name), error)
      }),
  }
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  const handle = await open(unfinished, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, path)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function cannot(task: string, path: string, error: unknown): UpdateError {
  return new UpdateError(`Cannot ${task} ${path}: ${describeCause(error)}.`)
}
