import { runProgram } from '../tasks/run-program.ts'

/** `npm run audit-books`: posts a month of papers, and compares the reports with them. Returns the exit code. */
export function command(args: readonly string[]): Promise<number> {
  return runProgram('packages/prove/src/audit-books/main.ts', args)
}
