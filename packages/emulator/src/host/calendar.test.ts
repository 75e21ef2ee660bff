import { expect, it } from 'vitest'
import { addDays, dayOfMonth } from './calendar.ts'

it('adds days across the ends of months and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

it('finds a day of another month, or its last day if the month is shorter', () => {
  expect(dayOfMonth('2026-11-10', 3, 15)).toBe('2027-02-15')
  expect(dayOfMonth('2026-03-31', -1, 31)).toBe('2026-02-28')
  expect(dayOfMonth('2028-01-05', 1, 31)).toBe('2028-02-29')
})
