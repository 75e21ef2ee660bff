import { runProgram } from '../tasks/run-program.ts'

/** `npm run attack`: runs the attacks in `packages/prove/src/attack`, or the named groups. Returns the exit code. */
export function command(names: readonly string[]): Promise<number> {
  return runProgram('packages/prove/src/attack/main.ts', names)
}
