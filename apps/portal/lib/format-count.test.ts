import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, '0 calls'],
  [1, '1 call'],
  [1_200, '1,200 calls'],
])('formats %d calls', (count, text) => {
  expect(formatCount(count, 'call')).toBe(text)
})

it('takes a plural that has no s at its end', () => {
  expect([formatCount(1, 'query', 'queries'), formatCount(2, 'query', 'queries')]).toEqual(['1 query', '2 queries'])
})
