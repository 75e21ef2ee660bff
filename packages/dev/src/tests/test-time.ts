import { execFileSync } from 'node:child_process'
import { CommandError } from '../terminal/command-error.ts'

/** When and where tests run, such as 2028-02-29T12:00 in America/New_York. */
export interface TestTime {
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM in `zone`; noon by default. */
  readonly time?: string
  /** An IANA zone name; the machine's by default. */
  readonly zone?: string
}

/**
 * Returns the variables taking a test run to a time: `TEST_AT` and `TZ`, read by `set-up-clock.ts`.
 *
 * @throws {CommandError} if the date, the time or the zone does not exist
 */
export function testTimeVariables({ date, time = '12:00', zone }: TestTime): Record<string, string> {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
  if (!isDate(date) || !isTime) {
    throw new CommandError(`${date} ${time} is no time: write the date as 2028-02-29 and the time as 23:58.`)
  }
  if (zone !== undefined && !isZone(zone)) {
    throw new CommandError(`${zone} is no time zone: write a name such as America/New_York or UTC.`)
  }
  return { TEST_AT: `${date}T${time}`, ...(zone === undefined ? {} : { TZ: zone }) }
}

function isDate(date: string): boolean {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(date) ? new Date(`${date}T00:00:00Z`) : new Date(Number.NaN)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/**
 * Gives each child of a Node process its own semaphore. Sharing one, as libfaketime has them do, every later child hangs
 * once one was killed while it started.
 */
const ownClocks = '--import=data:text/javascript,delete%20process.env.FAKETIME_SHARED'

/**
 * Returns the variables making libfaketime move a process's clock, and its children's, from `now` to `start`. The clock
 * goes on from there, timers keep their lengths, and files keep their times.
 */
export function fakeClockVariables(library: string, start: Date, now: Date): Record<string, string> {
  const { NODE_OPTIONS: options = '' } = process.env
  const seconds = Math.round((start.getTime() - now.getTime()) / 1000)
  return {
    LD_PRELOAD: library,
    // Relative to the true time. An absolute time would begin again in each process.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    NODE_OPTIONS: options.includes(ownClocks) ? options : `${options} ${ownClocks}`.trim(),
  }
}

/** Reads the clock in a new process with these variables. */
export function readClock(variables: Readonly<Record<string, string>>): Date {
  const clock = execFileSync(process.execPath, ['-p', 'Date.now()'], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  })
  return new Date(Number(clock))
}
