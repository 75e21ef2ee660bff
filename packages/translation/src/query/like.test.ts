import { expect, it } from 'vitest'
import { LikePattern } from './like.ts'

it.each([
  ['', '', true],
  ['%', '', true],
  ['%%%', 'abc', true],
  ['a%%c', 'abc', true],
  ['a%a', 'a', false],
  ['\u00a0n%', '\u00a0nbsp', true],
  ['\u00a0n%', 'nbsp', false],
  [' n% ', 'nbsp', true],
  ['%b%b%', 'abcb', true],
  ['%b%b%', 'abc', false],
  ['%a'.repeat(100_000), 'aaa', false],
])('matches LIKE %.20s with “%s”: %s [dp-4.3.2]', (pattern, text, expected) => {
  expect(new LikePattern(pattern).matches(text)).toBe(expected)
})
