import { findLibfaketime } from './libfaketime.ts'
import { fakeClockVariables, readClock } from './test-time.ts'

/**
 * Vitest's global setup, and part of Playwright's: with TEST_AT, such as 2028-02-29T12:00, the clock in test processes
 * and their children begins at that time in the zone TZ. Prints it.
 */
export default function setUpClock(): void {
  const { TEST_AT: at, TZ: zone } = process.env
  if (!at) return
  const library = findLibfaketime()
  if (library === undefined) throw new Error('TEST_AT needs libfaketime: `npm run test:at` installs it.')
  const variables = fakeClockVariables(library, new Date(at), new Date())
  const start = readClock(variables)
  if (Math.abs(start.getTime() - new Date(at).getTime()) > 60_000) {
    throw new Error(`libfaketime does not work here: the clock is at ${start.toISOString()} instead of ${at}.`)
  }
  Object.assign(process.env, variables)
  process.stdout.write(`The clock of these tests started at ${at} (${zone ?? 'the zone of this machine'}).\n`)
}
