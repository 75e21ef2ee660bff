import { expect, it } from 'vitest'
import { isZero, negate, readAmount } from './money.ts'

it.each(['', ' ', '0', '0.00', '-0.00', '+0', '.', '.0', '000.', ' 0.00 '])('reads “%s” as zero', (text) => {
  expect(isZero(text)).toBe(true)
})

it.each(['1', '0.01', '0x', '0.0.0', `${'0'.repeat(110_000)}x`, '0'.repeat(110_000)])(
  'reads no other text as zero: %.20s',
  (text) => {
    expect(isZero(text)).toBe(false)
  },
)

it('changes an amount’s sign', () => {
  expect(['12.50', '-12.50', '+1', '0.00'].map(negate)).toEqual(['-12.50', '12.50', '-1', '0.00'])
})

it.each(['x', '9'.repeat(101), '1e999999999'])('reads a cell without an amount as zero: %.20s', (text) => {
  expect(readAmount(text).toNumber()).toBe(0)
})
