import { describe, expect, it } from 'vitest'
import { markWords } from './mark-words.ts'

/** Puts found words in brackets. */
function mark(text: string, words: readonly string[], typed = ''): string {
  return markWords(text, words, typed)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')
}

describe('markWords', () => {
  it('marks whole words that a search has found', () => {
    expect(mark('Read page after page, or all pages.', ['page'])).toBe('Read [page] after [page], or all pages.')
  })

  it('marks a code by one of its parts', () => {
    expect(mark('See AGENT_OFFLINE.', ['offline'])).toBe('See [AGENT_OFFLINE].')
  })

  it('marks words that begin as typed, whatever their case and accents', () => {
    expect(mark('Ångström & Söhne', [], 'angs so')).toBe('[Ångström] & [Söhne]')
  })

  it('returns the text in one part without a match', () => {
    expect(markWords('a, b; c', [], 'x')).toEqual([{ text: 'a, b; c', isFound: false }])
    expect(markWords('a b', [], '')).toEqual([{ text: 'a b', isFound: false }])
  })
})
