import { programEnvironment } from '../service/programs.ts'
import { runProgram } from '../tasks/run-program.ts'

/** `npm run bench`: runs the benchmarks in `packages/bench`, or the named ones. Returns the exit code. */
export function command(names: readonly string[]): Promise<number> {
  return runProgram('packages/bench/src/main.ts', names, { nodeArgs: ['--expose-gc'], env: programEnvironment })
}
