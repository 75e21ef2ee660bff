import { execa } from 'execa'
import { inRepository, repository } from './repository.ts'

interface CrashCommand {
  /** `billing`; `connector` or `transports` for writes through them, or nothing for writes through agents. */
  readonly subject: string | undefined
  readonly seeds: string | undefined
  readonly seed: string | undefined
}

/** `npm run crash`: runs a crash test of `packages/crash` over `seeds` seeds, or over one `seed`. Returns the exit code. */
export async function crash({ subject, seeds, seed }: CrashCommand): Promise<number> {
  const options = [
    ...(subject === undefined ? [] : [subject]),
    ...(seeds === undefined ? [] : ['--seeds', seeds]),
    ...(seed === undefined ? [] : ['--seed', seed]),
  ]
  const { exitCode } = await execa(
    process.execPath,
    ['--import', 'tsx', inRepository('packages/crash/src/main.ts'), ...options],
    { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  )
  return exitCode ?? 1
}
