import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** A lock on a file, held against other processes. */
export interface FileLock {
  release(): Promise<void>
}

/** Locks of this process. A lock with our process ID that is not in this set is left from an earlier process. */
const held = new Set<string>()

/**
 * Creates a lock file that contains our process ID, or replaces one whose process has ended. Rejects while that process
 * runs.
 *
 * A library would not do: proper-lockfile tells a stale lock by its age and needs the holder to renew it, so that a
 * suspended laptop loses the lock while it still has the file open, and a killed agent cannot restart at once.
 */
export async function lockFile(path: string): Promise<FileLock> {
  if (!(await create(path))) {
    const content = await readFile(path, 'utf8').catch(() => '')
    const holder = Number(content)
    if (isAlive(holder, path)) {
      throw new Error(
        `${path.replace(/\.lock$/, '')} is in use by process ${holder}. Stop that process, or remove ${path} if it is another program.`,
      )
    }
    await removeStale(path, content)
    if (!(await create(path))) throw new Error(`${path} was just locked by another process. Try again.`)
  }
  held.add(path)
  return {
    async release() {
      if (held.delete(path)) await rm(path, { force: true })
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
  if (pid === process.pid) return held.has(path)
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
