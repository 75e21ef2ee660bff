import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** A file that says that somebody works with another file. */
export interface FileLock {
  release(): Promise<void>
}

/** Locks of this process; a lock with our process id that is not here was left by an earlier process. */
const held = new Set<string>()

/**
 * Creates a lock file with our process id in it, or takes over one whose process is gone. Rejects when
 * the process is still there.
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
    await takeAway(path, content)
    if (!(await create(path))) throw new Error(`${path} was just taken by another process. Try again.`)
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

// Renaming decides between two that find the same stale lock: who moves a fresh one by mistake moves it back.
async function takeAway(path: string, stale: string): Promise<void> {
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
