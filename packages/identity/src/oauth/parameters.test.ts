import { OAuthError } from '@bridge/faults'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formOrJsonParameters, parseParameters } from './parameters.ts'

const text = fc
  .string({ unit: 'binary', minLength: 1 })
  .filter((value) => !value.includes('\0') && !/\p{Cs}/u.test(value))

describe('parseParameters', () => {
  it('parses the output of URLSearchParams', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
        expect([...parseParameters(new URLSearchParams(pairs).toString())]).toEqual(pairs)
      }),
    )
  })

  it('returns parameters or throws invalid_request for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', '=', '&', '%', '0', 'f', '+') })),
        (anything) => {
          try {
            for (const value of parseParameters(anything).values()) expect(value).not.toBe('')
          } catch (error) {
            expect(error).toBeInstanceOf(OAuthError)
          }
        },
      ),
    )
  })

  it('omits parameters without a value', () => {
    expect([...parseParameters('a=&b&=c&d=1')]).toEqual([['d', '1']])
  })

  it.each(['a=1&a=1', 'a=&a=1', 'a=%', 'a=%C3%28', '%00=1'])('rejects %j', (malformed) => {
    expect(() => parseParameters(malformed)).toThrow(OAuthError)
  })
})

describe('formOrJsonParameters', () => {
  const parse = (type: string, body: string) =>
    formOrJsonParameters(new Request('http://x/', { method: 'POST', headers: { 'Content-Type': type }, body }))

  it('reads the strings of a JSON object, but not inherited properties', async () => {
    const parameters = await parse(
      'application/json; charset=utf-8',
      '{"token":"t","hint":1,"empty":"","__proto__":"p"}',
    )
    expect(parameters.get('token')).toBe('t')
    for (const name of ['hint', 'empty', 'toString']) expect(parameters.has(name)).toBe(false)
  })

  it.each(['{', '[', '1', 'null', '"token"'])('rejects the JSON %j', async (body) => {
    await expect(parse('application/json', body)).rejects.toThrow(OAuthError)
  })
})
