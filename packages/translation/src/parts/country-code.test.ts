import { describe, expect, it } from 'vitest'
import { toCountryCode } from './country-code.ts'

describe('toCountryCode', () => {
  it.each([
    ['US', 'USA'],
    ['U.S.A.', 'USA'],
    [' United States ', 'USA'],
    ['usa', 'USA'],
    ['Puerto Rico', 'PRI'],
    ['Canada', 'CAN'],
    ['DEU', 'DEU'],
    ['Germany', 'Germany'],
    ['', ''],
  ])('returns for %j %j', (text, code) => {
    expect(toCountryCode(text)).toBe(code)
  })
})
