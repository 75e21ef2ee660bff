import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** A lock on a file, held against other processes. */
export interface FileLock {
  release(): Promise<void>
}

/** A file that another program uses. */
export class FileInUseError extends Error {
  override readonly name = 'FileInUseError'
}

/**
 * The locks of this process. A lock with our process ID that is not in this set is a leftover of an earlier process.
 */
const ownLocks = new Set<string>()

/**
 * Creates a lock file that contains our process ID, or replaces one whose process has ended.
 *
 * proper-lockfile does not fit: it detects a stale lock by its age and requires renewals, so a suspended laptop would
 * lose the lock while it still has the file open, and a killed agent could not restart at once.
 *
 * @throws {FileInUseError} while that process runs
 */
export async function lockFile(path: string): Promise<FileLock> {
  if (!(await create(path))) {
    const content = await readFile(path, 'utf8').catch(() => '')
    const holder = Number(content)
    if (isAlive(holder, path)) {
      throw new FileInUseError(
        `${path.replace(/\.lock$/, '')} is in use by process ${holder}. Stop that process, or remove ${path} if it is another program.`,
      )
    }
    await removeStale(path, content)
    if (!(await create(path))) throw new FileInUseError(`${path} was just locked by another process. Try again.`)
  }
  ownLocks.add(path)
  return {
    async release() {
      if (ownLocks.delete(path)) await rm(path, { force: true })
    },
  }
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number, path: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (pid === process.pid) return ownLocks.has(path)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Renaming decides between two processes that find the same stale lock: a fresh one is moved back.
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== stale) await rename(aside, path)
  else await rm(aside, { force: true })
}
