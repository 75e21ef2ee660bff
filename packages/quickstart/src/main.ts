import { parseArgs } from 'node:util'
import { generateClient } from './generate-client.ts'
import { terminalProgress } from './progress.ts'
import { QuickstartError } from './quickstart-error.ts'
import { Stopped } from './stop-signal.ts'

const usage = `npm start              run everything; -- --reset begins anew (--yes: without asking)
npm test               check types, lint and boundaries, run every test
npm run dev            run everything from the sources, in watch mode
npm run check          check types, lint and boundaries
npm run build          build what runs on servers
npm run migrate        bring the database at DATABASE_URL up to date
npm run migration NAME write the next migration from what changed in the schema
npm run bench          measure against peers
npm run crash          kill servers, gateways and agents in the middle of writes; -- --seeds N, or --seed N for one
`

/** Runs a command of the quick start: `start`, `dev`, `test`, `check`, …. Sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await runCommand(args)
  } catch (error) {
    if (error instanceof Stopped) process.stdout.write('Stopped.\n')
    else if (error instanceof QuickstartError) process.stderr.write(`✗ ${error.message}\n`)
    else process.stderr.write(`✗ ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    process.exitCode = error instanceof Stopped ? 130 : 1
  }
  // Whatever still holds a socket open has nothing left to do.
  process.exit()
}

async function runCommand(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseCommand(args)
  const command = commands[positionals[0] ?? '']
  if (!command) {
    process.stderr.write(usage)
    return 1
  }
  await terminalProgress.step('Database client', generateClient)
  const { reset = false, yes = false, seeds, seed } = values
  return command({ reset, yes, name: positionals[1], seeds, seed })
}

function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reset: { type: 'boolean' },
        yes: { type: 'boolean' },
        seeds: { type: 'string' },
        seed: { type: 'string' },
      },
    })
  } catch (error) {
    throw new QuickstartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

interface Flags {
  readonly reset: boolean
  readonly yes: boolean
  readonly name: string | undefined
  readonly seeds: string | undefined
  readonly seed: string | undefined
}

/** Each is loaded only when it runs: what it imports needs the generated client. */
const commands: Record<string, (flags: Flags) => Promise<number>> = {
  start: async (flags) => (await import('./start.ts')).start({ ...flags, watch: false }),
  dev: async (flags) => (await import('./start.ts')).start({ ...flags, watch: true }),
  test: async () => (await import('./test.ts')).test(),
  check: async () => (await import('./check.ts')).check(),
  bench: async () => (await import('./bench.ts')).bench(),
  crash: async ({ seeds, seed }) => (await import('./crash.ts')).crash({ seeds, seed }),
  build: async () => (await import('./build.ts')).build(),
  migrate: async () => (await import('./migrate.ts')).migrate(),
  migration: async ({ name }) => (await import('./migrate.ts')).migration(name),
  'serve-tests': async () => (await import('./serve-tests.ts')).serveTests(),
}
