import { execa } from 'execa'
import { CommandError } from '../command-error.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { hostRequirements } from '../machine/windows-requirements.ts'
import { inRepository, repository } from '../repository.ts'

interface CrashCommand {
  /** `billing`; `connector`, `transports` or `com` for writes through them; nothing for simulated agents. */
  readonly subject: string | undefined
  readonly seeds: string | undefined
  readonly seed: string | undefined
}

/**
 * `npm run crash`: runs a crash test from `packages/prove/src/crash` over `seeds` seeds, or over one `seed`. Returns the exit
 * code.
 */
export async function crash({ subject, seeds, seed }: CrashCommand): Promise<number> {
  const missing = subject === 'com' ? await ensurePrograms(hostRequirements) : []
  if (missing.length > 0) throw new CommandError(`This needs ${missing.join(', ')}, on Linux on x64.`)
  const options = [
    ...(subject === undefined ? [] : [subject]),
    ...(seeds === undefined ? [] : ['--seeds', seeds]),
    ...(seed === undefined ? [] : ['--seed', seed]),
  ]
  const { exitCode } = await execa(process.execPath, [inRepository('packages/prove/src/crash/main.ts'), ...options], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}
