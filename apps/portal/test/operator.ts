import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { dataFolder } from './quickstart.ts'

const repository = path.join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Runs the command a page names for the operator, such as `npm run billing -- enterprise acme`. */
export async function runAsOperator(command: string): Promise<void> {
  const [npm, ...args] = command.split(' ')
  if (npm !== 'npm') throw new Error(`This is no command of npm: ${command}`)
  // biome-ignore lint/style/noProcessEnv: npm needs the path and the home folder of this process
  const env = { ...process.env, BRIDGE_DATA_FOLDER: dataFolder() }
  await run('npm', args, { cwd: repository, env })
}
