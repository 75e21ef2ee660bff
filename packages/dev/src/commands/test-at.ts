import { countVitest } from '../tasks/test-counts.ts'
import { TestProgress } from '../tasks/test-progress.ts'
import { runTasks } from '../tasks/turbo.ts'
import { prepareTestTime } from '../tests/prepare-test-time.ts'
import { readReports, writeLine, writeSummary } from '../tests/test-reports.ts'
import type { TestTime } from '../tests/test-time.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: { time: { type: 'string' }, zone: { type: 'string' } },
  run: ({ time, zone }, [date = '']) => testAt({ date, time, zone }),
})

/** `npm run test:at`: runs the unit tests at a time, in their own processes. Returns the exit code. */
async function testAt(time: TestTime): Promise<number> {
  const progress = new TestProgress()
  const passed = await progress.during(runTasks(['test:unit'], await prepareTestTime(time), progress), writeLine)
  const reports = await readReports('unit')
  writeSummary(reports, reports.map(countVitest))
  return passed ? 0 : 1
}
