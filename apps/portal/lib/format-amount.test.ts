import { expect, it } from 'vitest'
import { formatAmount } from './format-amount.ts'

it.each([
  [4_900, 'USD', 2, '$49.00'],
  [5, 'USD', 2, '$0.05'],
  [0, 'USD', 2, '$0.00'],
  [-4_900, 'USD', 2, '-$49.00'],
  [123_456_789, 'EUR', 2, '€1,234,567.89'],
  [500, 'JPY', 0, '¥500'],
  [9_007_199_254_740_991, 'USD', 2, '$90,071,992,547,409.91'],
])('formats %d of %s', (amount, currency, digits, text) => {
  expect(formatAmount(amount, { currency, digits })).toBe(text)
})
