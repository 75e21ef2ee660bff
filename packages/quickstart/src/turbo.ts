import { availableParallelism } from 'node:os'
import { execa } from 'execa'
import { QuickstartError } from './quickstart-error.ts'
import { inRepository, repository } from './repository.ts'

const environment = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NEXT_TELEMETRY_DISABLED: '1',
}

/**
 * Runs tasks of turbo.json in parallel and prints their output; a task whose inputs have not changed is restored from
 * the cache. A failing task does not stop the others. Returns whether all succeeded.
 *
 * @param variables environment variables, which reach the tasks that name them in turbo.json
 */
export async function runTasks(
  tasks: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const { exitCode } = await turbo([...tasks, '--continue=always', '--output-logs=new-only'], 'inherit', variables)
  return exitCode === 0
}

/**
 * Runs tasks of turbo.json without printing anything.
 *
 * @throws {QuickstartError} with the output of the tasks that failed
 */
export async function requireTasks(...tasks: readonly string[]): Promise<void> {
  const { exitCode, all } = await turbo([...tasks, '--output-logs=errors-only'], 'pipe')
  if (exitCode !== 0) throw new QuickstartError(`${tasks.join(', ')} failed:\n${all ?? ''}`)
}

function turbo(args: readonly string[], output: 'inherit' | 'pipe', variables: Readonly<Record<string, string>> = {}) {
  const concurrency = `--concurrency=${Math.max(2, availableParallelism())}`
  return execa(process.execPath, [inRepository('node_modules/turbo/bin/turbo'), 'run', ...args, concurrency], {
    cwd: repository,
    env: { ...environment, ...variables },
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    all: output === 'pipe',
    reject: false,
  })
}
