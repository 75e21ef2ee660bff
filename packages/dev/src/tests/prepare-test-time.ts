import { execa } from 'execa'
import { repository } from '../files/repository.ts'
import { installDebianPackages } from '../machine/debian-packages.ts'
import { CommandError } from '../terminal/command-error.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { findLibfaketime } from './libfaketime.ts'
import { type TestTime, testTimeVariables } from './test-time.ts'
import { chooseTestTime } from './test-times.ts'

/**
 * Installs libfaketime, prints the time, and returns the variables taking a test run to it.
 *
 * @throws {CommandError} if there is no such time, or libfaketime cannot be installed
 */
export async function prepareTestTime(time: TestTime): Promise<Record<string, string>> {
  const variables = testTimeVariables(time)
  const library = await terminalProgress.step('libfaketime', ensureLibfaketime)
  if (library === undefined) {
    throw new CommandError(
      'Tests at a date need libfaketime, which could not be installed. On Linux, install the package libfaketime and try again.',
    )
  }
  process.stdout.write(`The tests run at ${variables.TEST_AT} (${time.zone ?? 'the zone of this machine'}).\n`)
  return variables
}

async function ensureLibfaketime(): Promise<string | undefined> {
  const found = findLibfaketime()
  if (found !== undefined || process.platform !== 'linux') return found
  await installDebianPackages(['libfaketime'])
  return findLibfaketime()
}

/** Returns the checked-out commit's time in testTimes. */
export async function testTimeOfCommit(): Promise<TestTime> {
  const { stdout: commit } = await execa('git', ['rev-parse', 'HEAD'], { cwd: repository })
  return chooseTestTime(commit)
}
