import { runProgram } from '../tasks/run-program.ts'

/** `npm run truth -- FILE`: compares a report of `edge-agent verify` with the product. Returns the exit code. */
export function command(args: readonly string[]): Promise<number> {
  return runProgram('packages/prove/src/truth/main.ts', args)
}
