import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { QuickstartError } from './quickstart-error.ts'
import { run } from './run.ts'

/**
 * Takes a data folder for this process, so that two starts never share one.
 *
 * @returns what gives it back
 * @throws {QuickstartError} when a living process holds it
 */
export async function takeDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'running.pid')
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder !== process.pid && (await isStart(holder))) {
      throw new QuickstartError(
        `The Bridge Service already runs from ${folder} (process ${holder}). Use it, or stop it first with Ctrl-C in its terminal.`,
      )
    }
    await writeFile(file, String(process.pid))
  }
  return () => rm(file, { force: true })
}

/** Whether that process is a start of ours; its number may have gone to another program since. */
async function isStart(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : (await run('ps', ['-p', String(pid), '-o', 'args=']).catch(() => ({ output: '' }))).output
  return command.includes('bootstrap.mjs')
}
