import { runProgram } from '../tasks/run-program.ts'
import { storedReports } from './stored-reports.ts'

/**
 * `npm run truth -- FILE`: compares a report of `edge-agent verify` with the product. With `--stored`, lists the reports
 * that agents have sent, or writes one to a file. Returns the exit code.
 */
export function command(args: readonly string[]): Promise<number> {
  const [option, ...ids] = args
  return option === '--stored' ? storedReports(ids) : runProgram('packages/prove/src/truth/main.ts', args)
}
