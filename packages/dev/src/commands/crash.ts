import { ensurePrograms } from '../machine/debian-packages.ts'
import { hostRequirements } from '../machine/windows-requirements.ts'
import { runProgram } from '../tasks/run-program.ts'
import { CommandError } from '../terminal/command-error.ts'

/** `npm run crash`: runs a crash test in `packages/prove/src/crash`, which has the flags. Returns the exit code. */
export async function command(args: readonly string[]): Promise<number> {
  const missing = args.includes('com') ? await ensurePrograms(hostRequirements) : []
  if (missing.length > 0) throw new CommandError(`This needs ${missing.join(', ')}, on Linux on x64.`)
  return runProgram('packages/prove/src/crash/main.ts', args)
}
