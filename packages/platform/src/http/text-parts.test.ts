import fc from 'fast-check'
import { expect, it } from 'vitest'
import { charactersOfPart, getHead, getLength, joinParts, TextParts } from './text-parts.ts'

it('joins the parts of a short text', () => {
  expect(joinParts(['{"a":', '1', '}'])).toBe('{"a":1}')
})

it('keeps a long text in parts that each are well-formed', () => {
  const parts = fc.array(
    fc.tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(12_000)).map(([text, times]) => text.repeat(times)),
  )
  fc.assert(
    fc.property(parts, (texts) => {
      const joined = joinParts(texts)
      const whole = texts.join('')
      expect(getLength(joined)).toBe(whole.length)
      expect(getHead(joined, 100)).toBe(joined instanceof TextParts ? whole.slice(0, 100) : whole)
      if (!(joined instanceof TextParts)) return
      expect(joined.parts.join('')).toBe(whole)
      expect(joined.byteLength).toBe(Buffer.byteLength(whole))
      expect(joined.parts.every((part) => part.length <= charactersOfPart && part.isWellFormed())).toBe(true)
    }),
    { numRuns: 30 },
  )
})
