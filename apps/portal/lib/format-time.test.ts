import { expect, it } from 'vitest'
import { formatAge, formatRelative } from './format-time.ts'

it.each([
  [31_000, '31 seconds'],
  [119_999, '119 seconds'],
  [120_000, '2 minutes'],
  [3_600_000, '60 minutes'],
  [7_200_000, '2 hours'],
  [26 * 3_600_000, '26 hours'],
  [48 * 3_600_000, '2 days'],
])('writes an age of %d ms as %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

it.each([
  [-59_000, 'just now'],
  // The page's own time is older than the event.
  [9_000, 'just now'],
  [11_000, 'in a moment'],
  [90_000, 'in 1 min'],
  [-7_200_000, '2 h ago'],
])('writes a time %d ms from now as %s', (ms, text) => {
  const now = Date.parse('2026-03-16T12:00:00Z')
  expect(formatRelative(now + ms, now)).toBe(text)
})
