import { describe, expect, it } from 'vitest'
import { allDates, toDateSubtitle, toDateTitle, toPeriodSubtitle, toShortTitle } from './period-text.ts'
import { splitPeriod } from './report-period.ts'

describe('the text of a period', () => {
  it.each([
    ['2025-01-01', '2025-01-31', 'Jan 25', 'January 2025'],
    ['2025-01-01', '2025-03-31', 'Jan - Mar 25', 'January through March 2025'],
    ['2024-07-01', '2025-06-30', 'Jul 24 - Jun 25', 'July 2024 through June 2025'],
    ['2025-03-20', '2025-03-20', 'Mar 20, 25', 'March 20, 2025'],
    ['2025-03-01', '2025-03-20', 'Mar 1 - 20, 25', 'March 1 - 20, 2025'],
    ['2025-01-01', '2025-03-20', 'Jan 1 - Mar 20, 25', 'January 1 through March 20, 2025'],
    ['2024-02-05', '2025-02-28', 'Feb 5, 24 - Feb 28, 25', 'February 5, 2024 through February 28, 2025'],
    [allDates.from, allDates.to, 'All', 'All Transactions'],
  ])('the text of a period from %s to %s is "%s" in a column', (from, to, title, subtitle) => {
    expect([toShortTitle({ from, to }), toPeriodSubtitle({ from, to })]).toEqual([title, subtitle])
  })

  it('the text of a period of a date is "Mar 20, 25" in a column', () => {
    expect([toDateTitle('2025-03-20'), toDateSubtitle('2025-03-20')]).toEqual(['Mar 20, 25', 'As of March 20, 2025'])
    expect(toDateSubtitle(allDates.to)).toBe('All Transactions')
  })
})

describe('splitPeriod', () => {
  const split = (from: string, to: string, unit: string, firstMonth = 1) =>
    splitPeriod({ from, to }, unit, firstMonth).map((part) => `${part.from} ${part.to}`)

  it('begins weeks on Sunday, and cuts off the first and the last', () => {
    expect(split('2025-12-31', '2026-01-12', 'Week')).toEqual([
      '2025-12-31 2026-01-03',
      '2026-01-04 2026-01-10',
      '2026-01-11 2026-01-12',
    ])
  })

  it('divides a leap year into months', () => {
    expect(split('2024-01-31', '2024-03-01', 'Month')).toEqual([
      '2024-01-31 2024-01-31',
      '2024-02-01 2024-02-29',
      '2024-03-01 2024-03-01',
    ])
  })

  it('counts quarters and years from the first month of the fiscal year', () => {
    expect(split('2025-01-15', '2025-06-30', 'Quarter', 2)).toEqual([
      '2025-01-15 2025-01-31',
      '2025-02-01 2025-04-30',
      '2025-05-01 2025-06-30',
    ])
    expect(split('2025-06-01', '2026-12-31', 'Year', 10)).toEqual([
      '2025-06-01 2025-09-30',
      '2025-10-01 2026-09-30',
      '2026-10-01 2026-12-31',
    ])
    expect(split('2025-06-01', '2026-03-31', 'Year')).toEqual(['2025-06-01 2025-12-31', '2026-01-01 2026-03-31'])
  })

  it('ends with the year 9999', () => {
    expect(split('9998-12-31', '9999-12-31', 'Year', 10)).toEqual(['9998-12-31 9999-09-30', '9999-10-01 9999-12-31'])
    expect(split('9999-12-20', '9999-12-31', 'Week').at(-1)).toBe('9999-12-26 9999-12-31')
    expect(split('9999-12-20', '9999-12-31', 'Day')).toHaveLength(12)
  })

  it('splitPeriod has a part for every day', () => {
    expect(split('2025-03-08', '2025-03-10', 'Day')).toHaveLength(3)
  })
})
