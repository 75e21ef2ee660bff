import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A token file about to be written. */
export interface NewTokenFile {
  /** Writes the token and puts the file in its place, flushed to the disk. */
  write(token: string): Promise<void>
  /** Removes what is unfinished. */
  discard(): Promise<void>
}

/**
 * Prepares to replace a token file that only its owner can read. Rejects if the file cannot be written, so a code is
 * not redeemed for a token with no place.
 */
export async function createTokenFile(file: string): Promise<NewTokenFile> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  // The file may be an older one with other permissions.
  await chmod(unfinished, 0o600)
  return {
    async write(token) {
      await handle.writeFile(`${token}\n`)
      await handle.sync()
      await handle.close()
      await rename(unfinished, file)
    },
    async discard() {
      await handle.close()
      await rm(unfinished, { force: true })
    },
  }
}

/** Reads a file's token; `undefined` if there is no such file, or it is empty. */
export async function findToken(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
