import { CommandError } from '../terminal/command-error.ts'
import type { TestTime } from './test-time.ts'

const newYork = 'America/New_York'
const berlin = 'Europe/Berlin'

/** Times at which date computations fail. Each integration run uses one. */
export const testTimes = [
  { date: '2028-02-29' },
  // 29 February begins during the tests.
  { date: '2028-02-28', time: '23:58', zone: newYork },
  // Around summer time changes in the United States. In New York, the clock changes during the tests.
  { date: '2027-03-13', zone: newYork },
  { date: '2027-03-14' },
  { date: '2027-03-14', time: '01:58', zone: newYork },
  { date: '2027-03-15', zone: newYork },
  { date: '2027-11-06', zone: newYork },
  { date: '2027-11-07', time: '01:58', zone: newYork },
  { date: '2027-11-08', zone: newYork },
  // Around those in the European Union.
  { date: '2027-03-27', zone: berlin },
  { date: '2027-03-28', time: '01:58', zone: berlin },
  { date: '2027-03-29', zone: berlin },
  { date: '2027-10-30', zone: berlin },
  { date: '2027-10-31', time: '02:58', zone: berlin },
  { date: '2027-11-01', zone: berlin },
  { date: '2026-12-31' },
  { date: '2027-01-01' },
  ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'].map((date) => ({ date })),
  ...['2027-07-31', '2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30'].map((date) => ({ date })),
  // A day on which tests failed.
  { date: '2026-11-22' },
] as const satisfies readonly TestTime[]

/**
 * Chooses the time for a commit: the same one in every run.
 *
 * @param commit its hash, in hexadecimal digits
 */
export function chooseTestTime(commit: string): Required<TestTime> {
  const index = Number.parseInt(commit.slice(0, 8), 16) % testTimes.length
  const chosen: TestTime | undefined = testTimes[index]
  if (chosen === undefined) throw new CommandError(`${commit} is not the hash of a commit.`)
  return { time: '12:00', zone: 'UTC', ...chosen }
}
