import { type Command, UsageError } from './commands/command.ts'
import { isRelease, requireTasks } from './tasks/turbo.ts'
import { CommandError } from './terminal/command-error.ts'
import { terminalProgress } from './terminal/progress.ts'
import { Stopped } from './terminal/stop-signal.ts'
import { usage } from './usage.ts'

/** Runs a command (`start`, `dev`, `test`, `check`, …) and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await runCommand(args)
  } catch (error) {
    if (error instanceof Stopped) process.stdout.write('Stopped.\n')
    else if (error instanceof UsageError) process.stderr.write(`✗ ${error.message}\n${usage}\n`)
    else if (error instanceof CommandError) process.stderr.write(`✗ ${error.message}\n`)
    else process.stderr.write(`✗ ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    process.exitCode = error instanceof Stopped ? 130 : 1
  }
  // Open sockets must not keep the process alive.
  process.exit()
}

async function runCommand([name = '', ...args]: readonly string[]): Promise<number> {
  const load = commands[name]
  if (!load) {
    process.stderr.write(usage)
    return 1
  }
  // Some commands import the generated database client.
  if (!isRelease) await terminalProgress.step('Database client', () => requireTasks('generate'))
  const { command } = await load()
  return command(args)
}

const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  attack: () => import('./commands/attack.ts'),
  audit: () => import('./commands/audit.ts'),
  'audit-books': () => import('./commands/audit-books.ts'),
  bench: () => import('./commands/bench.ts'),
  billing: () => import('./commands/billing.ts'),
  build: () => import('./commands/build.ts'),
  check: () => import('./commands/check.ts'),
  connector: () => import('./commands/connector.ts'),
  crash: () => import('./commands/crash.ts'),
  dev: () => import('./commands/dev.ts'),
  doctor: () => import('./commands/doctor.ts'),
  migrate: () => import('./commands/migrate.ts'),
  migration: () => import('./commands/migration.ts'),
  pictures: () => import('./commands/pictures.ts'),
  release: () => import('./commands/release.ts'),
  'serve-tests': () => import('./commands/serve-tests.ts'),
  soak: () => import('./commands/soak.ts'),
  start: () => import('./commands/start.ts'),
  test: () => import('./commands/test.ts'),
  'test-alerts': () => import('./commands/test-alerts.ts'),
  'test-at': () => import('./commands/test-at.ts'),
  'test-chart': () => import('./commands/test-chart.ts'),
  'test-deployment': () => import('./commands/test-deployment.ts'),
  'test-journeys': () => import('./commands/test-journeys.ts'),
  'test-nightly': () => import('./commands/test-nightly.ts'),
  'test-slow': () => import('./commands/test-slow.ts'),
  'test-upgrade': () => import('./commands/test-upgrade.ts'),
  'test-windows': () => import('./commands/test-windows.ts'),
  truth: () => import('./commands/truth.ts'),
  users: () => import('./commands/users.ts'),
  walk: () => import('./commands/walk.ts'),
  'windows-build': () => import('./commands/windows-build.ts'),
}
