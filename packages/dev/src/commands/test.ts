import { countVitest } from '../tasks/test-counts.ts'
import { formatTime, TestProgress } from '../tasks/test-progress.ts'
import { runTasks } from '../tasks/turbo.ts'
import { runBrowserTests } from '../tests/browser-tests.ts'
import { prepareTestTime, testTimeOfCommit } from '../tests/prepare-test-time.ts'
import { readReports, scaleVariables, writeLine, writeSummary } from '../tests/test-reports.ts'
import { checkTasks } from './check.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: { 'date-of-commit': { type: 'boolean', default: false } },
  run: ({ 'date-of-commit': dateOfCommit }) => test({ dateOfCommit }),
})

interface TestOptions {
  /** Runs the unit tests at a time chosen by the commit, instead of now. */
  readonly dateOfCommit: boolean
  /** Multiplies random input. */
  readonly scale?: number
}

/**
 * `npm test`: runs the checks and the build, then the unit tests and at the same time the journeys, which mostly wait.
 * Returns the exit code.
 */
export async function test({ dateOfCommit, scale = 1 }: TestOptions): Promise<number> {
  const time = dateOfCommit ? await prepareTestTime(await testTimeOfCommit()) : {}
  const variables = { ...time, ...scaleVariables(scale) }
  const startedAt = performance.now()
  const isBuilt = await runTasks([...checkTasks, 'build'])
  writeLine(`${isBuilt ? '✓' : '✗'} Checks and build (${formatTime(performance.now() - startedAt)})`)
  const progress = new TestProgress()
  const [isTested, journeys] = await progress.during(
    Promise.all([
      runTasks(['test:unit'], variables, progress),
      isBuilt ? runBrowserTests('journeys', {}, progress) : { passed: 0, failed: 0, skipped: 0 },
    ]),
    writeLine,
  )
  if (!isBuilt) writeLine('A check or the build failed, so that the journeys did not run; its output is above.')
  const reports = await readReports('unit')
  const counts = [...reports.map(countVitest), journeys]
  writeSummary(reports, counts)
  return isBuilt && isTested && counts.every(({ failed }) => failed === 0) ? 0 : 1
}
