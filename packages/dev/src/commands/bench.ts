import { execa } from 'execa'
import { programEnvironment } from '../programs.ts'
import { inRepository, repository } from '../repository.ts'

/** `npm run bench`: runs the benchmarks in `packages/bench`, or the named ones. Returns the exit code. */
export async function bench(names: readonly string[]): Promise<number> {
  const { exitCode } = await execa(
    process.execPath,
    ['--expose-gc', inRepository('packages/bench/src/main.ts'), ...names],
    { cwd: repository, env: programEnvironment, stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  )
  return exitCode ?? 1
}
