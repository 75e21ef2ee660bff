import { expect, it } from 'vitest'
import { isQuiet, type QuietHours, quietHoursSchema } from './quiet-hours.ts'

const newYork = 'America/New_York'
const daily = { from: '09:00', to: '12:30', timeZone: newYork }

function at(given: Readonly<Record<string, unknown>>, time: string): boolean {
  return isQuiet(quietHoursSchema.parse(given), new Date(time))
}

// New York is 5 hours behind UTC in winter, and 4 in summer.
it.each([
  ['before they begin', '2026-01-15T13:59:59Z', false],
  ['when they begin', '2026-01-15T14:00:00Z', true],
  ['in their last minute', '2026-01-15T17:29:59Z', true],
  ['when they end', '2026-01-15T17:30:00Z', false],
  ['in summer, an hour earlier by UTC', '2026-07-15T13:00:00Z', true],
  ['in summer, after their end', '2026-07-15T16:30:00Z', false],
])('quiet hours %s', (_when, time, expected) => {
  expect(at(daily, time)).toBe(expected)
})

it.each([
  ['2026-03-06T02:59:00Z', false, 'Thursday, 21:59'],
  ['2026-03-06T03:00:00Z', false, 'Thursday, 22:00'],
  ['2026-03-07T03:00:00Z', true, 'Friday, 22:00'],
  ['2026-03-07T10:59:00Z', true, 'Saturday, 05:59'],
  ['2026-03-07T11:00:00Z', false, 'Saturday, 06:00'],
  ['2026-03-08T03:00:00Z', false, 'Saturday, 22:00'],
])('quiet hours over midnight belong to the day on which they begin: at %s %s (%s)', (time, expected) => {
  expect(at({ from: '22:00', to: '06:00', days: ['Fri'], timeZone: newYork }, time)).toBe(expected)
})

it('quiet hours begin at the next existing time when the clock is put forward', () => {
  const night = { from: '02:30', to: '04:00', timeZone: newYork }
  // On March 8, 2026, 01:59 is followed by 03:00.
  expect(at(night, '2026-03-08T06:59:59Z')).toBe(false)
  expect(at(night, '2026-03-08T07:00:00Z')).toBe(true)
  expect(at(night, '2026-03-08T08:00:00Z')).toBe(false)
})

it('quiet hours happen twice in the hour repeated when the clock is put back', () => {
  const night = { from: '01:15', to: '01:45', timeZone: newYork }
  // On November 1, 2026, 01:59 is followed by 01:00.
  expect(at(night, '2026-11-01T05:15:00Z')).toBe(true)
  expect(at(night, '2026-11-01T05:45:00Z')).toBe(false)
  expect(at(night, '2026-11-01T06:15:00Z')).toBe(true)
  expect(at(night, '2026-11-01T06:45:00Z')).toBe(false)
})

it("quiet hours without a time zone use the PC's", () => {
  const noon = new Date(2026, 0, 15, 12, 0)
  expect(at({ from: '12:00', to: '12:01' }, noon.toISOString())).toBe(true)
  expect(at({ from: '12:01', to: '12:02' }, noon.toISOString())).toBe(false)
})

it.each<[string, Partial<Record<keyof QuietHours, unknown>>, string]>([
  ['no time', { from: '9:00' }, 'from'],
  ['an hour that does not exist', { to: '24:00' }, 'to'],
  ['no duration', { to: '09:00' }, 'to'],
  ['no days', { days: [] }, 'days'],
  ['an unknown day', { days: ['Caturday'] }, 'days.0'],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
])('quiet hours with %s are rejected', (_what, given, field) => {
  const { error } = quietHoursSchema.safeParse({ ...daily, ...given })
  expect(error?.issues[0]?.path.join('.')).toBe(field)
})
