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
  ])('follows %s with %s', (last, next) => {
    expect(getNextRefNumber(last)).toBe(next)
  })
})
