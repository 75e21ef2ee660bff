import { execa } from 'execa'
import { ensurePrograms } from './debian-packages.ts'
import { QuickstartError } from './quickstart-error.ts'
import { inRepository, repository } from './repository.ts'
import { hostRequirements } from './windows-requirements.ts'

interface CrashCommand {
  /** `billing`; `connector`, `transports` or `com` for writes through them; nothing for simulated agents. */
  readonly subject: string | undefined
  readonly seeds: string | undefined
  readonly seed: string | undefined
}

/**
 * `npm run crash`: runs a crash test from `packages/crash` over `seeds` seeds, or over one `seed`. Returns the exit
 * code.
 */
export async function crash({ subject, seeds, seed }: CrashCommand): Promise<number> {
  const missing = subject === 'com' ? await ensurePrograms(hostRequirements) : []
  if (missing.length > 0) throw new QuickstartError(`This needs ${missing.join(', ')}, on Linux on x64.`)
  const options = [
    ...(subject === undefined ? [] : [subject]),
    ...(seeds === undefined ? [] : ['--seeds', seeds]),
    ...(seed === undefined ? [] : ['--seed', seed]),
  ]
  const { exitCode } = await execa(process.execPath, [inRepository('packages/crash/src/main.ts'), ...options], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}
