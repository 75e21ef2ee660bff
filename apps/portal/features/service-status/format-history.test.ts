import { expect, it } from 'vitest'
import { describeDays, formatDuration, formatShare, formatUtc } from './format-history.ts'

it.each([
  [1, '100 % available'],
  [0.999_99, '99.99 % available'],
  [0, '0 % available'],
  [undefined, 'Not checked'],
])('formats the share %s as %j', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

it.each([
  [20_000, '1 min'],
  [12 * 60_000, '12 min'],
  [125 * 60_000, '2 h 5 min'],
  [24 * 3_600_000, '1 day'],
  [51 * 3_600_000, '2 days 3 h'],
])('formats %d ms as %j', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

it('describes days in words', () => {
  const days = [{ share: undefined }, { share: 1 }, { share: 0.5 }]
  expect(describeDays({ share: 0.75, days })).toBe('75 % available on 2 days, 1 with an outage')
  expect(describeDays({ share: 1, days: [{ share: 1 }] })).toBe('100 % available on 1 day, none with an outage')
})

it('formats times in UTC', () => {
  expect(formatUtc('2027-03-10T12:01:30.000Z')).toBe('2027-03-10 12:01 UTC')
})
