import { countVitest } from '../tasks/test-counts.ts'
import { TestProgress } from '../tasks/test-progress.ts'
import { runTasks } from '../tasks/turbo.ts'
import { runBrowserTests } from '../tests/browser-tests.ts'
import { readReports, scaleVariables, writeLine, writeSummary } from '../tests/test-reports.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => testSlow() })

/** `npm run test:slow`: runs the tests taking minutes, in a browser last. Returns the exit code. */
export async function testSlow({ scale = 1 } = {}): Promise<number> {
  const progress = new TestProgress()
  const passed = await progress.during(runTasks(['test:slow'], scaleVariables(scale), progress), writeLine)
  const reports = await readReports('slow')
  const browser = await progress.during(runBrowserTests('slow', scaleVariables(scale), progress), writeLine)
  const counts = [...reports.map(countVitest), browser]
  writeSummary(reports, counts)
  return passed && counts.every(({ failed }) => failed === 0) ? 0 : 1
}
