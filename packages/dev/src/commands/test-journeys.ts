import { TestProgress } from '../tasks/test-progress.ts'
import { requireTasks } from '../tasks/turbo.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { runBrowserTests } from '../tests/browser-tests.ts'
import { prepareTestTime } from '../tests/prepare-test-time.ts'
import { slowMachine } from '../tests/slow-machine.ts'
import { writeLine, writeSummary } from '../tests/test-reports.ts'
import type { TestTime } from '../tests/test-time.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: {
    at: { type: 'string' },
    time: { type: 'string' },
    zone: { type: 'string' },
    'slow-machine': { type: 'boolean', default: false },
  },
  run: ({ at: date, time, zone, 'slow-machine': onSlowMachine }) =>
    testJourneys({ time: date === undefined ? undefined : { date, time, zone }, onSlowMachine }),
})

interface JourneyOptions {
  /** When the journeys run, instead of now. */
  readonly time: TestTime | undefined
  /** Makes the machine four times slower while they run. */
  readonly onSlowMachine: boolean
}

const slowFactor = 4

/** `npm run test:journeys`: runs the journeys in a browser. Returns the exit code. */
async function testJourneys({ time, onSlowMachine }: JourneyOptions): Promise<number> {
  const variables = time === undefined ? {} : await prepareTestTime(time)
  await terminalProgress.step('Build', () => requireTasks('build'))
  const machine = onSlowMachine ? await slowMachine(slowFactor) : undefined
  if (machine) process.stdout.write(`A loop takes ${machine.factor.toFixed(1)} times as long.\n`)
  try {
    const progress = new TestProgress()
    const counts = await progress.during(runBrowserTests('journeys', variables, progress), writeLine)
    writeSummary([], [counts])
    return counts.failed === 0 ? 0 : 1
  } finally {
    await machine?.stop()
  }
}
