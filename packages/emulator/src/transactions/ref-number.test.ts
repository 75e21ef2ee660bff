import { describe, expect, it } from 'vitest'
import { getNextRefNumber } from './ref-number.ts'

describe('getNextRefNumber', () => {
  it.each([
    [undefined, '1'],
    ['1043', '1044'],
    ['A-099', 'A-100'],
    ['007', '008'],
    ['99999999999', undefined],
    ['INV', undefined],
    ['A9', 'A10'],
    ['9'.repeat(50_000), undefined],
    [`${'0'.repeat(50_000)}x`, undefined],
  ])('follows %s with %s', (last, next) => {
    expect(getNextRefNumber(last)).toBe(next)
  })
})
