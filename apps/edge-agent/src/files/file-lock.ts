import { randomUUID } from 'node:crypto'
import { constants, open, readFile, rename, rm } from 'node:fs/promises'
import { formatOwnProcess, isRunning, readProcess } from './process-name.ts'

/** A lock on a file, held against other processes. */
export interface FileLock {
  release(): Promise<void>
}

/** A file another program uses. */
export class FileInUseError extends Error {
  override readonly name = 'FileInUseError'
}

/** This process's locks. A lock with our process ID but missing here is a leftover from an earlier process. */
const ownLocks = new Set<string>()

/**
 * Locks a file: on Windows with an open lock file, elsewhere with one naming our process, or replaces one whose process
 * has ended.
 *
 * proper-lockfile does not fit: it detects a stale lock by its age and requires renewals, so a suspended laptop would
 * lose the lock while it still has the file open, and a killed agent could not restart at once.
 *
 * @param path the lock file's path
 * @throws {FileInUseError} while another process has the lock
 */
export function lockFile(path: string): Promise<FileLock> {
  return process.platform === 'win32' ? holdOpen(path) : nameProcess(path)
}

/** libuv's `UV_FS_O_EXLOCK`, which Node.js does not export: no other process can open the file. */
const openExclusively = 0x10000000

/** Windows closes the file with its process, whatever ends that. The file itself remains, and is no lock. */
async function holdOpen(path: string): Promise<FileLock> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | openExclusively, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EBUSY') throw error
      throw new FileInUseError(`${getLocked(path)} is in use by another process. Stop that process.`)
    },
  )
  return {
    async release() {
      await file.close()
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

async function nameProcess(path: string): Promise<FileLock> {
  if (!(await create(path))) {
    const content = await readFile(path, 'utf8').catch(() => '')
    const holder = readProcess(content)
    const isOwn = holder?.id === process.pid
    if (holder !== undefined && (isOwn ? ownLocks.has(path) : await isRunning(holder))) {
      throw new FileInUseError(
        `${getLocked(path)} is in use by process ${holder.id}. Stop that process, or remove ${path} if it is another program.`,
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

function getLocked(path: string): string {
  return path.replace(/\.lock$/, '')
}

async function create(path: string): Promise<boolean> {
  const content = await formatOwnProcess()
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// Renaming decides between two processes finding the same stale lock: a fresh one is moved back.
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
