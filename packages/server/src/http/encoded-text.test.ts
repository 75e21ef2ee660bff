import { expect, it } from 'vitest'
import { countCharacters, decodeHead, encodeText } from './encoded-text.ts'

it('counts characters, not bytes', () => {
  expect(countCharacters(encodeText('Müller'))).toBe(6)
  expect(countCharacters('Müller')).toBe(6)
})

it('decodes the beginning, without a character that is cut in two', () => {
  expect(decodeHead(encodeText('Müller'), 2)).toBe('M')
  expect(decodeHead(encodeText('Müller'), 3)).toBe('Mü')
  expect(decodeHead(encodeText('Müller'), 100)).toBe('Müller')
})
