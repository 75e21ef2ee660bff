import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { closeFolder } from '../files/private-file.ts'
import { CommandError } from '../terminal/command-error.ts'

/**
 * Locks a data folder for this process: two starts never share it.
 *
 * @returns a function releasing the lock
 * @throws {CommandError} when a running process holds the lock
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'running.pid')
  await closeFolder(folder)
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder !== process.pid && (await isStart(holder))) {
      throw new CommandError(
        `The Bridge Service is already running from ${folder} (process ${holder}). Use it, or stop it with Ctrl-C in its terminal.`,
      )
    }
    await writeFile(file, String(process.pid))
  }
  return () => rm(file, { force: true })
}

/** Returns whether the process is a start of this service: another program may have reused its ID. */
async function isStart(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : (await execa('ps', ['-p', String(pid), '-o', 'args='], { reject: false })).stdout
  return command.includes('bootstrap.mjs')
}
