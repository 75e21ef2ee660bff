import { expect, it } from 'vitest'
import { formatAge } from './format-time.ts'

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
