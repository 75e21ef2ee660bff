import { expect, test } from 'vitest'
import { divide, formatPeriod } from './column-periods.ts'
import { formatDay, parseDay } from './day.ts'
import type { Unit } from './unit.ts'

function parse(text: string): number {
  const day = parseDay(text)
  if (day === undefined) throw new Error(`${text} is not a day.`)
  return day
}

function print(from: string, to: string, unit: Unit, firstFiscalMonth = 1): readonly string[] | undefined {
  return divide({ from: parse(from), to: parse(to) }, unit, firstFiscalMonth, 1_000)?.map(
    (period) => `${formatDay(period.from)} ${formatDay(period.to)} ${formatPeriod(period)}`,
  )
}

test('cuts the first and the last unit at the period’s ends', () => {
  expect(print('2026-01-05', '2026-03-31', 'month')).toEqual([
    '2026-01-05 2026-01-31 Jan 5-31, 2026',
    '2026-02-01 2026-02-28 Feb 2026',
    '2026-03-01 2026-03-31 Mar 2026',
  ])
})

test('divides by years as in a recorded report', () => {
  expect(print('2013-07-04', '2015-06-21', 'fiscalYear')).toEqual([
    '2013-07-04 2013-12-31 Jul 4 - Dec 31, 2013',
    '2014-01-01 2014-12-31 Jan - Dec 2014',
    '2015-01-01 2015-06-21 Jan 1 - Jun 21, 2015',
  ])
})

test('begins quarters and years with the fiscal year', () => {
  expect(print('2025-02-01', '2025-07-31', 'fiscalQuarter', 2)).toEqual([
    '2025-02-01 2025-04-30 Feb - Apr, 2025',
    '2025-05-01 2025-07-31 May - Jul, 2025',
  ])
  expect(print('2025-07-01', '2026-12-31', 'fiscalYear', 7)).toEqual([
    '2025-07-01 2026-06-30 Jul 2025 - Jun 2026',
    '2026-07-01 2026-12-31 Jul - Dec, 2026',
  ])
})

test('begins weeks on Sunday', () => {
  expect(print('2025-12-27', '2026-01-04', 'week')).toEqual([
    '2025-12-27 2025-12-27 Dec 27, 2025',
    '2025-12-28 2026-01-03 Dec 28, 2025 - Jan 3, 2026',
    '2026-01-04 2026-01-04 Jan 4, 2026',
  ])
})

test('divides up to the calendar’s last day', () => {
  expect(print('9999-12-30', '9999-12-31', 'month')).toEqual(['9999-12-30 9999-12-31 Dec 30-31, 9999'])
})

test('returns nothing for more units than allowed', () => {
  const period = { from: parse('2026-01-01'), to: parse('2026-01-31') }
  expect(divide(period, 'day', 1, 31)).toHaveLength(31)
  expect(divide(period, 'day', 1, 30)).toBeUndefined()
})
