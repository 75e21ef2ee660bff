import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { stopEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { QuickstartError } from './quickstart-error.ts'
import { takeDataFolder } from './start-lock.ts'

/**
 * Deletes everything in the data folder, after asking. A database of one's own (DATABASE_URL) is not touched.
 *
 * @param yes do not ask
 * @returns whether it was done: false when the person said no
 * @throws {QuickstartError} when it is in use, or there is nobody to ask
 */
export async function resetData(dataFolder: string, yes: boolean): Promise<boolean> {
  if (!existsSync(dataFolder)) return true
  if (!yes && !(await confirm(`Delete all data in ${dataFolder}? This cannot be undone. [y/N] `))) {
    process.stdout.write('Nothing was deleted.\n')
    return false
  }
  const release = await takeDataFolder(dataFolder)
  await stopEmbeddedPostgres(path.join(dataFolder, 'postgres'))
  await release()
  await rm(dataFolder, { recursive: true, force: true })
  return true
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new QuickstartError(
      '--reset asks before it deletes, and there is no terminal to ask in. Add --yes to go ahead.',
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
