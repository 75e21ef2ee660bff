import { execa } from 'execa'
import { inRepository, repository } from './repository.ts'

/** `npm run crash`: runs the crash test of `packages/crash` over `seeds` seeds, or over one `seed`. Returns the exit code. */
export async function crash({ seeds, seed }: { seeds: string | undefined; seed: string | undefined }): Promise<number> {
  const options = [...(seeds === undefined ? [] : ['--seeds', seeds]), ...(seed === undefined ? [] : ['--seed', seed])]
  const { exitCode } = await execa(
    process.execPath,
    ['--import', 'tsx', inRepository('packages/crash/src/main.ts'), ...options],
    { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  )
  return exitCode ?? 1
}
