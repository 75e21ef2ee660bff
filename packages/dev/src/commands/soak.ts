import { runProgram } from '../tasks/run-program.ts'

/** `npm run soak`: runs the soak test in `packages/prove/src/soak`, which has the flags. Returns the exit code. */
export function command(args: readonly string[]): Promise<number> {
  return runProgram('packages/prove/src/soak/main.ts', args)
}
