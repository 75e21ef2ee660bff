import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRealmId, requireRealmId } from './realm-id.ts'
import { realmIdSchema } from './realm-id-schema.ts'

describe('parseRealmId', () => {
  it('accepts 16 digits [dp-2.1:2]', () => {
    expect(parseRealmId('1234567890123456')).toBe('1234567890123456')
  })

  it.each(['', '0234567890123456', '123456789012345', '12345678901234567', '123456789012345a', ' 1234567890123456'])(
    'rejects %j [dp-2.1:2]',
    (text) => {
      expect(parseRealmId(text)).toBeUndefined()
    },
  )

  it('rejects every text that is not 16 digits [dp-2.1:2]', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRealmId(text) !== undefined).toBe(/^[1-9][0-9]{15}$/.test(text) && text.length === 16)
      }),
    )
  })
})

it('throws where a realm ID is required', () => {
  expect(requireRealmId('1234567890123456')).toBe('1234567890123456')
  expect(() => requireRealmId('1')).toThrow('"1" is not a realm ID.')
})

it('rejects a message with an invalid realm ID', () => {
  expect(realmIdSchema.safeParse('1234567890123456').success).toBe(true)
  expect(realmIdSchema.safeParse('12').success).toBe(false)
})
