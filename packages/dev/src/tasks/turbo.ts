import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { inRepository, repository } from '../files/repository.ts'
import { CommandError } from '../terminal/command-error.ts'
import { TaskLog } from './task-log.ts'
import { TestProgress } from './test-progress.ts'

const environment = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NEXT_TELEMETRY_DISABLED: '1',
}

/**
 * Runs turbo.json tasks in parallel; a task with unchanged inputs is restored from the cache. A failing task does not
 * stop the others: its failed tests are printed at once, and its whole output at the end. Returns whether all
 * succeeded.
 *
 * @param variables environment variables, which reach the tasks naming them in turbo.json
 * @param progress counts the test files
 */
export async function runTasks(
  tasks: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  progress = new TestProgress(),
): Promise<boolean> {
  progress.expect('test files', await countTestFiles(tasks, variables))
  const log = new TaskLog(progress)
  const run = turbo([...tasks, '--continue=always', '--json'], variables)
  for await (const line of run.iterable({ from: 'all' })) {
    const text = log.read(line)
    if (text !== undefined) process.stdout.write(`${text}\n`)
  }
  const { exitCode } = await run
  process.stdout.write(log.formatFailures())
  return exitCode === 0
}

/** Whether this folder is a release, in which everything is built. */
export const isRelease = existsSync(inRepository('release.json'))

/**
 * Runs turbo.json tasks without printing anything. Does nothing in a release.
 *
 * @throws {CommandError} with the failed tasks' output
 */
export async function requireTasks(...tasks: readonly string[]): Promise<void> {
  if (isRelease) return
  const { exitCode, all } = await turbo([...tasks, '--output-logs=errors-only'])
  if (exitCode !== 0) throw new CommandError(`${tasks.join(', ')} failed:\n${all ?? ''}`)
}

const planSchema = z.object({
  tasks: z.array(z.object({ task: z.string(), directory: z.string(), cache: z.object({ status: z.string() }) })),
})

/** Counts the test files in uncached tasks. */
async function countTestFiles(tasks: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await turbo([...tasks, '--dry=json'], variables)
  const plan = planSchema.parse(JSON.parse(String(stdout)))
  const counts = plan.tasks
    .filter(({ task, cache }) => task.startsWith('test:') && cache.status === 'MISS')
    .map(({ task, directory }) => listTestFiles(inRepository(directory), task === 'test:slow'))
  return (await Promise.all(counts)).flat().length
}

const builtFolders = ['node_modules', '.next', 'dist']

async function listTestFiles(folder: string, isSlow: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries.map((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return builtFolders.includes(entry.name) ? [] : listTestFiles(file, isSlow)
    return /\.test\.tsx?$/.test(entry.name) && entry.name.includes('.slow.') === isSlow ? [file] : []
  })
  return (await Promise.all(lists)).flat()
}

function turbo(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const concurrency = `--concurrency=${Math.max(2, availableParallelism())}`
  return execa(process.execPath, [inRepository('node_modules/turbo/bin/turbo'), 'run', ...args, concurrency], {
    cwd: repository,
    env: { ...environment, ...variables },
    stdin: 'ignore',
    all: true,
    reject: false,
  })
}
