import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { stopEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { CommandError } from '../terminal/command-error.ts'
import { lockDataFolder } from './start-lock.ts'

/**
 * Deletes the data folder after a confirmation. An external database (DATABASE_URL) is not touched.
 *
 * @param yes skips the confirmation
 * @returns false when the user declined
 * @throws {CommandError} when the folder is in use, or there is no terminal to ask in
 */
export async function resetData(dataFolder: string, yes: boolean): Promise<boolean> {
  if (!existsSync(dataFolder)) return true
  if (!yes && !(await confirm(`Delete all data in ${dataFolder}? This cannot be undone. [y/N] `))) {
    process.stdout.write('Nothing was deleted.\n')
    return false
  }
  const release = await lockDataFolder(dataFolder)
  await stopEmbeddedPostgres(path.join(dataFolder, 'postgres'))
  await release()
  await rm(dataFolder, { recursive: true, force: true })
  return true
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CommandError('--reset asks for a confirmation, and there is no terminal to ask in. Add --yes to skip it.')
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const reply = await terminal.question(question)
  terminal.close()
  return /^y(es)?$/i.test(reply.trim())
}
