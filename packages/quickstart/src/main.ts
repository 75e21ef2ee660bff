import { parseArgs } from 'node:util'
import { QuickstartError } from './quickstart-error.ts'
import { Stopped } from './stop-signal.ts'

const usage = `npm start              run everything; -- --reset begins anew (--yes: without asking)
npm test               check types, lint and boundaries, run every test
npm run dev            run everything from the sources, in watch mode
npm run check          check types, lint and boundaries
npm run bench          measure against peers
`

/** Runs a command of the quick start: `start`, `dev`, `test`, `check`, `bench`. Sets the exit code. */
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
  const [command] = positionals
  const { reset = false, yes = false } = values
  if (command === 'start' || command === 'dev') {
    const { start } = await import('./start.ts')
    await start({ reset, yes, watch: command === 'dev' })
    return 0
  }
  if (command === 'test') return (await import('./test.ts')).test()
  if (command === 'check') return (await import('./check.ts')).check()
  if (command === 'bench') return (await import('./bench.ts')).bench()
  if (command === 'serve-tests') return (await import('./serve-tests.ts')).serveTests()
  process.stderr.write(usage)
  return 1
}

function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reset: { type: 'boolean' }, yes: { type: 'boolean' } },
    })
  } catch (error) {
    throw new QuickstartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
