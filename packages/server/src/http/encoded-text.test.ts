import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countCharacters, decodeHead, encodeText, partBytes } from './encoded-text.ts'

it('counts characters, not bytes', () => {
  expect(countCharacters(encodeText('Müller'))).toBe(6)
  expect(countCharacters('Müller')).toBe(6)
})

it('decodes the beginning, without a character that is cut in two', () => {
  expect(decodeHead(encodeText('Müller'), 2)).toBe('M')
  expect(decodeHead(encodeText('Müller'), 3)).toBe('Mü')
  expect(decodeHead(encodeText('Müller'), 100)).toBe('Müller')
})

it.each([
  ['one byte', 'a'],
  ['two bytes, cut between them', 'aü'],
  ['four bytes', '\u{1f600}'],
  ['four bytes, cut between their halves', 'a\u{1f600}'],
  ['half a surrogate pair', '\ud83d'],
])('encodes a long text in parts, with characters of %s', (_name, unit) => {
  const text = `x${unit.repeat(partBytes)}`
  const { parts, byteLength, characters } = encodeText(text)
  expect(Buffer.concat(parts).equals(Buffer.from(text))).toBe(true)
  expect(byteLength).toBe(Buffer.byteLength(text))
  expect(characters).toBe(text.length)
  expect(parts.length).toBeGreaterThan(1)
  expect(Math.max(...parts.map(({ buffer }) => buffer.byteLength))).toBe(partBytes)
})

it('encodes and decodes every text around the size of a part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, missing) => {
      const long = 'x'.repeat(partBytes - missing) + text
      expect(decodeHead(encodeText(long), Number.POSITIVE_INFINITY)).toBe(long)
    }),
  )
})
