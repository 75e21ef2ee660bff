import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRealmId } from './realm-id.ts'

it('takes 16 digits of which the first is not 0, and nothing else [dp-2.1:2]', () => {
  expect(parseRealmId('1234567890123456')).toBe('1234567890123456')
  for (const text of [
    '',
    '0234567890123456',
    '123456789012345',
    '12345678901234567',
    '123456789012345a',
    ' 1234567890123456',
  ]) {
    expect(parseRealmId(text)).toBeUndefined()
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseRealmId(text) !== undefined).toBe(/^[1-9][0-9]{15}$/.test(text) && text.length === 16)
    }),
  )
})
